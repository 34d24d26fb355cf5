/** Menus that hang from a button. */
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Key, Menu, MenuItem, Popover } from 'react-aria-components';
import styles from './menu.module.css';

interface ChoiceMenuProps<K extends string> {
  readonly label: string;
  readonly value: K;
  readonly options: readonly { readonly id: K; readonly label: string }[];
  readonly onChange: (value: K) => void;
}

/** A menu of which one item is in force. */
export function ChoiceMenu<K extends string>({ label, value, options, onChange }: ChoiceMenuProps<K>) {
  return (
    <Popover className={styles.popover ?? ''} placement="bottom end">
      <Menu
        aria-label={label}
        className={styles.menu ?? ''}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[value]}
        onAction={(key: Key) => onChange(key as K)}
      >
        {options.map((option) => (
          <MenuItem key={option.id} id={option.id} textValue={option.label} className={styles.item ?? ''}>
            <span className={styles.tick}>{option.id === value ? <Check size={14} aria-hidden /> : null}</span>
            {option.label}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}

export interface MenuAct {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

/** A menu of acts. */
export function ActMenu({ label, acts }: { readonly label: string; readonly acts: readonly MenuAct[] }) {
  return (
    <Popover className={styles.popover ?? ''} placement="bottom end">
      <Menu
        aria-label={label}
        className={styles.menu ?? ''}
        disabledKeys={acts.filter((act) => act.isDisabled).map((act) => act.id)}
        onAction={(key: Key) => acts.find((act) => act.id === key)?.run()}
      >
        {acts.map((act) => (
          <MenuItem
            key={act.id}
            id={act.id}
            textValue={act.label}
            className={`${styles.item} ${act.danger ? styles.danger : ''}`}
          >
            <span className={styles.tick}>{act.icon}</span>
            {act.label}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
