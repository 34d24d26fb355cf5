/** A box to tick, with its words. */
import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components';
import styles from './check.module.css';
import { Tick } from './tick.tsx';

interface CheckProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly children: ReactNode;
}

export function Check({ isSelected, onChange, children }: CheckProps) {
  return (
    <Checkbox className={styles.check ?? ''} isSelected={isSelected} onChange={onChange}>
      <Tick />
      <span className={styles.words}>{children}</span>
    </Checkbox>
  );
}
