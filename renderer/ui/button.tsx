import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components';
import styles from './button.module.css';
import { cx } from './cx.ts';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet' | 'link';
  readonly size?: 'normal' | 'small';
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
  /** Key that does the same, shown behind the words. */
  readonly hint?: string | undefined;
}

export function Button({ kind = 'plain', size = 'normal', icon, children, hint, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={cx(styles.button, styles[kind], size === 'small' && styles.small)}>
      {icon}
      {children}
      {hint ? <kbd className={styles.hint}>{hint}</kbd> : null}
    </AriaButton>
  );
}

/** A button with a sign only: its name is read aloud and shown on hover and focus. */
export function IconButton({
  label,
  icon,
  hint,
  kind = 'quiet',
  size = 'normal',
  ...rest
}: ButtonProps & { readonly label: string }) {
  return (
    <TooltipTrigger delay={500}>
      <AriaButton
        {...rest}
        aria-label={label}
        className={cx(styles.button, styles.icon, styles[kind], size === 'small' && styles.small)}
      >
        {icon}
      </AriaButton>
      <Tooltip className={styles.tooltip ?? ''} offset={6}>
        {label}
        {hint ? <kbd className={styles.hint}>{hint}</kbd> : null}
      </Tooltip>
    </TooltipTrigger>
  );
}
