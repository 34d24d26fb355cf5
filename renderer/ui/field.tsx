import type { ReactNode } from 'react';
import { Text as Help, Input, Label, TextArea, TextField, type TextFieldProps } from 'react-aria-components';
import { cx } from './cx.ts';
import styles from './field.module.css';

interface FieldProps extends Omit<TextFieldProps, 'className' | 'children'> {
  readonly label: ReactNode;
  readonly labelHidden?: boolean;
  readonly help?: ReactNode;
  readonly placeholder?: string;
  readonly lines?: number;
  /** The value is compared with or comes from a package: shown in its type. */
  readonly mono?: boolean;
}

export function Field({ label, labelHidden, help, placeholder, lines = 1, mono, ...rest }: FieldProps) {
  const control = cx(styles.control, mono && styles.mono);
  return (
    <TextField {...rest} className={styles.field ?? ''}>
      <Label className={labelHidden ? 'visually-hidden' : (styles.label ?? '')}>{label}</Label>
      {lines > 1 ? (
        <TextArea className={control} rows={lines} placeholder={placeholder ?? ''} />
      ) : (
        <Input className={control} placeholder={placeholder ?? ''} />
      )}
      {help ? (
        <Help slot="description" className={styles.help ?? ''}>
          {help}
        </Help>
      ) : null}
    </TextField>
  );
}
