/** Menus that hang from a button. */
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Header, type Key, Menu, MenuItem, MenuSection, Popover } from 'react-aria-components';
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
  /** Words over this act and its neighbours of the same group. */
  readonly group?: string;
  readonly run: () => void;
}

/** A menu of acts, in groups where they name one. */
export function ActMenu({ label, acts }: { readonly label: string; readonly acts: readonly MenuAct[] }) {
  return (
    <Popover className={styles.popover ?? ''} placement="bottom end">
      <Menu
        aria-label={label}
        className={styles.menu ?? ''}
        disabledKeys={acts.filter((act) => act.isDisabled).map((act) => act.id)}
        onAction={(key: Key) => acts.find((act) => act.id === key)?.run()}
      >
        {[...Map.groupBy(acts, ({ group }) => group ?? '')].map(([group, members]) =>
          group === '' ? (
            members.map(actItem)
          ) : (
            <MenuSection key={group} className={styles.section ?? ''}>
              <Header className={styles.heading ?? ''}>{group}</Header>
              {members.map(actItem)}
            </MenuSection>
          ),
        )}
      </Menu>
    </Popover>
  );
}

function actItem({ id, label, icon, danger }: MenuAct) {
  return (
    <MenuItem key={id} id={id} textValue={label} className={`${styles.item} ${danger ? styles.danger : ''}`}>
      <span className={styles.tick}>{icon}</span>
      {label}
    </MenuItem>
  );
}
