/** Who the derivative is and why it is made. What does not do is said at its field, while it is written. */
import type { DerivativeSource } from '../../shared/models.ts';
import { Field } from '../ui/field.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './derive.module.css';
import { DERIVE_FIELDS, type DeriveDraft, type DeriveField, type FieldFault } from './derive-model.ts';

interface DeriveFieldsProps {
  readonly source: DerivativeSource;
  readonly draft: DeriveDraft;
  readonly faults: ReadonlyMap<DeriveField, FieldFault>;
  readonly onDraft: (draft: DeriveDraft) => void;
}

export function DeriveFields({ source, draft, faults, onDraft }: DeriveFieldsProps) {
  const { t } = useText();
  const help = (field: DeriveField) => {
    const fault = faults.get(field);
    if (fault === 'same') return <span className={styles.fault}>{t('derive.fault.same')}</span>;
    if (fault === 'form') return <span className={styles.fault}>{t('derive.fault.form')}</span>;
    return field === 'issuer' ? t('derive.issuerMore', { issuer: source.issuer }) : undefined;
  };
  return (
    <div className={styles.fields}>
      {DERIVE_FIELDS.map((field) => {
        const fault = faults.get(field);
        return (
          <div key={field} className={field === 'reason' ? styles.whole : undefined}>
            <Field
              label={t(`derive.field.${field}`)}
              mono={field === 'packageId' || field === 'profileId'}
              lines={field === 'reason' ? 2 : 1}
              help={help(field)}
              isInvalid={fault === 'same' || fault === 'form'}
              isRequired
              maxLength={field === 'reason' ? 4_000 : 200}
              value={draft[field]}
              onChange={(value) => onDraft({ ...draft, [field]: value })}
            />
          </div>
        );
      })}
    </div>
  );
}
