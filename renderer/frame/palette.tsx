/** Search or command: every place, act, profile and package, found by a few letters. */
import { useEffect, useMemo, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import type { PackageSummary } from '../../shared/models.ts';
import { glyphOf } from '../queue/row-model.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { type Command, findCommands, useScreenCommands } from '../state/commands.ts';
import { titleOf } from '../state/queue.ts';
import { go, setOverlay, useSession } from '../state/session.ts';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign } from '../ui/say.tsx';
import sheet from '../ui/sheet.module.css';
import { Badge } from '../ui/small.tsx';
import { useT } from '../ui/text-context.tsx';
import { useFrameCommands } from './frame-commands.ts';
import styles from './palette.module.css';

/** Packages asked for while typing; more than this is a case for the queue's own search. */
const MOST_PACKAGES = 8;

export function Palette() {
  const t = useT();
  const isOpen = useSession((state) => state.overlay === 'palette');
  return (
    <ModalOverlay
      className={sheet.veil ?? ''}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => !open && setOverlay('none')}
    >
      <Modal className={`${sheet.modal} ${styles.modal}`}>
        <Dialog className={styles.dialog ?? ''} aria-label={t('frame.find')}>
          <PaletteBody />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteBody() {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const packages = usePackages(typed);
  const ofScreen = useScreenCommands((state) => state.commands);
  const ofFrame = useFrameCommands();
  const all = useMemo(() => [...ofScreen, ...ofFrame], [ofScreen, ofFrame]);
  const found = useMemo(() => findCommands(all, typed), [all, typed]);
  const rows = [...found, ...packages];
  const at = Math.min(active, Math.max(0, rows.length - 1));

  const run = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setOverlay('none');
    if ('run' in row) row.run();
    else go({ at: 'package', archive: row.archiveSha256 });
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((at + step + rows.length) % Math.max(1, rows.length));
    else if (event.key === 'Enter') run(at);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
        autoFocus
        className={styles.input}
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-rows"
        aria-activedescendant={rows.length > 0 ? `palette-${at}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-rows" role="listbox" aria-label={t('frame.find')} className={styles.rows}>
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={'run' in row ? row.id : row.archiveSha256}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.row}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => setActive(index)}
            onClick={() => run(index)}
          >
            {'run' in row ? <CommandLine command={row} /> : <PackageLine row={row} />}
          </div>
        ))}
      </div>
      {rows.length === 0 ? <p className={styles.nothing}>{t('palette.nothing')}</p> : null}
    </>
  );
}

function CommandLine({ command }: { readonly command: Command }) {
  return (
    <>
      {command.badge ? <Badge letters={command.badge.letters} hue={command.badge.hue} /> : null}
      <span className={styles.name}>{command.badge ? <Foreign>{command.label}</Foreign> : command.label}</span>
      <span className={styles.group}>{command.group}</span>
      <span className={styles.key}>{command.keyName ? <kbd>{command.keyName}</kbd> : null}</span>
    </>
  );
}

function PackageLine({ row }: { readonly row: PackageSummary }) {
  const t = useT();
  return (
    <>
      <Glyph name={glyphOf(row)} />
      <span className={styles.name}>
        <Foreign>{titleOf(row)}</Foreign>
      </span>
      <span className={styles.group}>{t(`state.${row.state}`)}</span>
    </>
  );
}

/** Packages whose name, issuer or digest holds what was typed. */
function usePackages(typed: string): readonly PackageSummary[] {
  const [packages, setPackages] = useState<readonly PackageSummary[]>([]);
  useEffect(() => {
    const search = typed.trim();
    let late = false;
    if (search.length < 2) {
      setPackages([]);
      return;
    }
    void ask(bridge().listQueue({ states: [], search, sort: 'received', offset: 0, limit: MOST_PACKAGES })).then(
      (page) => {
        if (page && !late) setPackages(page.value.rows);
      },
    );
    return () => {
      late = true;
    };
  }, [typed]);
  return packages;
}
