/** One of a few: a row of words, one of them chosen. */
import type { ReactNode } from 'react';
import { type Key, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import styles from './choice.module.css';

interface ChoiceProps<K extends string> {
  readonly label: string;
  readonly value: K;
  readonly options: readonly {
    readonly id: K;
    readonly label: string;
    readonly count?: number | undefined;
    readonly isDisabled?: boolean;
    /** Shown instead of the word, where there is no room for it; the word is its name. */
    readonly icon?: ReactNode;
  }[];
  readonly onChange: (value: K) => void;
}

export function Choice<K extends string>({ label, value, options, onChange }: ChoiceProps<K>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={styles.choice ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys: Set<Key>) => {
        for (const key of keys) onChange(key as K);
      }}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.id}
          id={option.id}
          className={styles.option ?? ''}
          isDisabled={option.isDisabled ?? false}
        >
          {option.icon ? (
            <span className={styles.sign} role="img" aria-label={option.label} title={option.label}>
              {option.icon}
            </span>
          ) : (
            option.label
          )}
          {option.count === undefined ? null : <span className={styles.count}>{option.count}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
