import styles from './tick.module.css';

/** The box of a checkbox; its state comes from the surrounding react-aria Checkbox. */
export function Tick() {
  return (
    <span className={styles.box} aria-hidden="true">
      <svg viewBox="0 0 16 16" width="12" height="12" fill="none" aria-hidden="true">
        <path
          className={styles.check}
          d="m3 8.5 3.2 3L13 4.8"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path className={styles.some} d="M3.5 8h9" strokeWidth="2.2" strokeLinecap="round" />
      </svg>
    </span>
  );
}
