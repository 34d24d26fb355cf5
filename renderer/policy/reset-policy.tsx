/** Back to the strict defaults from a broken file, after a question that names what is lost. */
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './policy.module.css';
import { MemberList } from './save-policy.tsx';

interface ResetPolicyProps {
  /** Members in which the last policy that could be read differs from the defaults. */
  readonly departs: readonly string[];
  readonly onReset: () => void;
}

export function ResetPolicy({ departs, onReset }: ResetPolicyProps) {
  const { t } = useText();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button icon={<RotateCcw size={14} />} onPress={() => setAsking(true)}>
        {t('policyScreen.reset')}
      </Button>
      <Sheet
        role="alertdialog"
        size="narrow"
        title={t('policyScreen.resetTitle')}
        isOpen={asking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button autoFocus onPress={() => setAsking(false)}>
              {t('act.cancel')}
            </Button>
            <Button
              kind="danger"
              onPress={() => {
                setAsking(false);
                onReset();
              }}
            >
              {t('policyScreen.resetDo')}
            </Button>
          </>
        }
      >
        <div className={styles.confirm}>
          <p>{t('policyScreen.resetMore')}</p>
          {departs.length > 0 ? (
            <>
              <p>{t('policyScreen.resetLost')}</p>
              <MemberList members={departs} />
            </>
          ) : (
            <p>{t('policyScreen.resetSame')}</p>
          )}
        </div>
      </Sheet>
    </>
  );
}
