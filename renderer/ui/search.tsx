import { Search as Lens, X } from 'lucide-react';
import { Button, Input, SearchField } from 'react-aria-components';
import styles from './search.module.css';
import { useT } from './text-context.tsx';

interface SearchProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit?: (value: string) => void;
  readonly autoFocus?: boolean;
  readonly id?: string;
}

export function Search({ label, value, onChange, onSubmit, autoFocus, id }: SearchProps) {
  const t = useT();
  return (
    <SearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      {...(onSubmit ? { onSubmit } : {})}
      autoFocus={autoFocus ?? false}
      className={styles.search ?? ''}
    >
      <Lens size={14} aria-hidden className={styles.lens} />
      <Input className={styles.input ?? ''} placeholder={label} {...(id ? { id } : {})} />
      {value ? (
        <Button className={styles.clear ?? ''} aria-label={t('act.clear')}>
          <X size={13} />
        </Button>
      ) : null}
    </SearchField>
  );
}
