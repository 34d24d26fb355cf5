/** The review desk: what a package is, every file of it, and the way to a decision. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { leavePackage, selectedFile, showPackage, usePackage } from '../state/package.ts';
import { titleOf } from '../state/queue.ts';
import { go, useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { FindingsPane } from './findings.tsx';
import { commandOf, isTypingTarget, type ReviewCommand } from './keys.ts';
import { LoadSheet } from './load-sheet.tsx';
import styles from './package.module.css';
import { type PackageSheet, usePackageCommands } from './package-commands.ts';
import { PackageHeader } from './package-header.tsx';
import { Panes, useWide } from './panes.tsx';
import { PolicyClauses, PolicyLine } from './policy-panel.tsx';
import { PurgeSheet } from './purge-sheet.tsx';
import { RejectSheet } from './reject-sheet.tsx';
import { REVIEW_COMMANDS } from './review-commands.ts';
import { ScreenActsContext, type ScreenActsRegistry } from './screen-acts.ts';
import { Summary } from './summary.tsx';
import { TogetherSheet } from './together-sheet.tsx';
import { FileTree } from './tree.tsx';
import { Viewer } from './viewer/viewer.tsx';

/** Below this height the summary would leave no room for the text; it starts folded. */
const TALL = 760;

export function PackageScreen({ archive }: { readonly archive: string }) {
  const { t } = useText();
  const detail = usePackage((state) => state.detail);
  const missing = usePackage((state) => state.missing);
  const file = usePackage(selectedFile);
  const [sheet, setSheet] = useState<PackageSheet | null>(null);
  const [policyOpen, setPolicyOpen] = useState(false);
  const [summaryOpen, setSummaryOpen] = useState(window.innerHeight >= TALL);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const wide = useWide();
  const acts = useRef<ScreenActsRegistry>(new Map());
  const closeSheet = useCallback(() => setSheet(null), []);

  useEffect(() => {
    void showPackage(archive);
    return leavePackage;
  }, [archive]);
  const run = useCallback((command: ReviewCommand) => {
    REVIEW_COMMANDS[command]({ acts: acts.current, showFindings: () => setDrawerOpen(true) });
  }, []);
  useReviewKeys(run);
  usePackageCommands(detail?.archiveSha256 === archive ? detail : null, file, run, setSheet);

  if (missing) {
    return (
      <Empty
        title={t('package.missing')}
        actions={<Button onPress={() => go({ at: 'queue' })}>{t('package.toQueue')}</Button>}
      >
        <p>{t('package.missingMore')}</p>
      </Empty>
    );
  }
  if (!detail || detail.archiveSha256 !== archive) {
    return (
      <p className={styles.opening} role="status">
        {t('package.opening')}
      </p>
    );
  }
  const findings = <FindingsPane detail={detail} />;
  return (
    <ScreenActsContext value={acts.current}>
      <div className={styles.screen}>
        <PackageHeader
          detail={detail}
          summaryOpen={summaryOpen}
          onToggleSummary={() => setSummaryOpen(!summaryOpen)}
          onReject={() => setSheet('reject')}
          onPurge={() => setSheet('purge')}
        />
        {summaryOpen ? (
          <div className={styles.summary}>
            <Summary detail={detail} />
          </div>
        ) : null}
        <div className={styles.work}>
          <Panes
            left={<FileTree detail={detail} onApproveTogether={setSheet} />}
            middle={
              file ? (
                <Viewer detail={detail} file={file} onShowFindings={() => setDrawerOpen(true)} />
              ) : (
                <NoFile state={detail.state} files={detail.files.length} />
              )
            }
            right={wide || drawerOpen || !file ? findings : null}
          />
        </div>
        <footer className={styles.foot}>
          {policyOpen ? <PolicyClauses detail={detail} /> : null}
          <PolicyLine detail={detail} open={policyOpen} onToggle={() => setPolicyOpen(!policyOpen)} />
          <span className={styles.footActs}>
            {wide ? null : (
              <Button aria-expanded={drawerOpen} onPress={() => setDrawerOpen(!drawerOpen)}>
                {t('package.findings', { count: detail.findings.length })}
              </Button>
            )}
            {detail.state === 'in_review' ? (
              <>
                <Button kind="danger" onPress={() => setSheet('reject')}>
                  {t('act.rejectPackage')}
                </Button>
                <Button kind="primary" onPress={() => setSheet('load')}>
                  {t('act.load')}
                </Button>
              </>
            ) : null}
          </span>
        </footer>
        <LoadSheet detail={detail} isOpen={sheet === 'load'} onClose={closeSheet} />
        <RejectSheet isOpen={sheet === 'reject'} onClose={closeSheet} />
        <PurgeSheet title={titleOf(detail)} isOpen={sheet === 'purge'} onClose={closeSheet} />
        <TogetherSheet
          detail={detail}
          manner={sheet === 'clean' || sheet === 'carried' ? sheet : null}
          onClose={closeSheet}
        />
      </div>
    </ScreenActsContext>
  );
}

function NoFile({ state, files }: { readonly state: string; readonly files: number }) {
  const { t } = useText();
  const reason = state === 'purged' ? 'purged' : files === 0 ? 'unread' : 'choose';
  return (
    <div className={styles.noFile}>
      <Empty title={t(`package.noFile.${reason}.title`)}>
        <p>{t(`package.noFile.${reason}.text`)}</p>
      </Empty>
    </div>
  );
}

/** Some parts close themselves on Escape (`data-holds-escape`): leaving the package instead would lose what was typed there. */
function holdsEscape(event: KeyboardEvent): boolean {
  return event.composedPath().some((node) => node instanceof HTMLElement && node.dataset.holdsEscape !== undefined);
}

/** Hears the keys of the desk before anything else does, so that the tree's type-ahead does not take them. */
function useReviewKeys(run: (command: ReviewCommand) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      const { key, ctrlKey: ctrl, metaKey: meta, altKey: alt } = event;
      if (event.isComposing) return;
      const command = commandOf(
        { key, ctrl, meta, alt, inField: isTypingTarget(event.composedPath()) },
        useSession.getState().settings.singleKeys,
      );
      if (!command || (command === 'back' && holdsEscape(event))) return;
      event.preventDefault();
      event.stopPropagation();
      run(command);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [run]);
}
