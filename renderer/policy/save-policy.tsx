/** Saves a text that passes; one that loosens something only after a question that names it. */
import { useState } from 'react';
import type { PolicyPreview } from '../../shared/contract.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './policy.module.css';

interface SavePolicyProps {
  /** Null while the text may not be saved. */
  readonly preview: PolicyPreview | null;
  readonly onSave: (confirmed: boolean) => void;
}

export function SavePolicy({ preview, onSave }: SavePolicyProps) {
  const { t } = useText();
  const [confirming, setConfirming] = useState(false);
  const isLooser = preview !== null && preview.loosens.length > 0;
  return (
    <>
      <Button
        kind="primary"
        isDisabled={preview === null}
        onPress={() => (isLooser ? setConfirming(true) : onSave(false))}
      >
        {t(isLooser ? 'policyScreen.saveLooser' : 'policyScreen.save')}
      </Button>
      <Sheet
        role="alertdialog"
        size="narrow"
        title={t('policyScreen.confirmTitle')}
        isOpen={confirming}
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button autoFocus onPress={() => setConfirming(false)}>
              {t('act.cancel')}
            </Button>
            <Button
              kind="danger"
              onPress={() => {
                setConfirming(false);
                onSave(true);
              }}
            >
              {t('policyScreen.confirm')}
            </Button>
          </>
        }
      >
        <div className={styles.confirm}>
          <p>{t('policyScreen.confirmMore')}</p>
          <MemberList members={preview?.loosens ?? []} />
        </div>
      </Sheet>
    </>
  );
}

/** Members of the policy by the words of the form. */
export function MemberList({ members }: { readonly members: readonly string[] }) {
  const { t } = useText();
  return (
    <ul className={styles.changes}>
      {members.map((member) => (
        <li key={member}>{t(`policy:members.${member}`)}</li>
      ))}
    </ul>
  );
}
