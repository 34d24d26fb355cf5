/** Finding words in this file, and in the whole package. */
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ask } from '../../state/acts.ts';
import { bridge } from '../../state/bridge.ts';
import { openFile, usePackage } from '../../state/package.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Foreign } from '../../ui/say.tsx';
import { Search } from '../../ui/search.tsx';
import { useText } from '../../ui/text-context.tsx';
import { type Found, findHits } from './find-extension.ts';
import styles from './viewer.module.css';

interface FindBarProps {
  readonly archive: string;
  readonly text: string;
  readonly found: Found | null;
  readonly onFound: (found: Found | null) => void;
  readonly onClose: () => void;
}

type PackageHits = readonly { readonly path: string; readonly line: number; readonly excerpt: string }[];
/** A list a person can read; narrower words find less. */
const MOST_SHOWN = 200;

export function FindBar({ archive, text, found, onFound, onClose }: FindBarProps) {
  const { t } = useText();
  const [words, setWords] = useState('');
  const [everywhere, setEverywhere] = useState<PackageHits | null>(null);

  // Asks again when the words or the text change.
  useEffect(() => {
    onFound(words === '' ? null : { hits: findHits(text, words), at: 0 });
  }, [words, text]);
  // Places in the package stay while the person walks from file to file.
  useEffect(() => setEverywhere(null), [words]);

  const step = (by: 1 | -1) => {
    const count = found?.hits.length ?? 0;
    if (found && count > 0) onFound({ hits: found.hits, at: (found.at + by + count) % count });
  };
  const searchPackage = async () => {
    const answer = await ask(bridge().searchPackage({ archive, text: words }));
    if (answer) setEverywhere(answer.value);
  };
  const openHit = async (path: string, line: number) => {
    await openFile(path);
    usePackage.setState((state) => ({ jump: { line, n: (state.jump?.n ?? 0) + 1 } }));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the bar from anywhere in it
    <div
      className={styles.find}
      data-holds-escape=""
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.findLine}>
        <div className={styles.findField}>
          <Search label={t('find.label')} value={words} onChange={setWords} onSubmit={() => step(1)} autoFocus />
        </div>
        <span className={styles.findCount} role="status">
          {words === ''
            ? ''
            : found && found.hits.length > 0
              ? t('find.position', { position: found.at + 1, total: found.hits.length })
              : t('find.none')}
        </span>
        <IconButton size="small" label={t('find.previous')} icon={<ChevronUp size={15} />} onPress={() => step(-1)} />
        <IconButton size="small" label={t('find.next')} icon={<ChevronDown size={15} />} onPress={() => step(1)} />
        <Button size="small" isDisabled={words === ''} onPress={() => void searchPackage()}>
          {t('find.everywhere')}
        </Button>
        <IconButton size="small" label={t('act.close')} icon={<X size={15} />} onPress={onClose} />
      </div>
      {everywhere ? (
        <div className={styles.hits}>
          <p role="status">{t('find.everywhereCount', { count: everywhere.length })}</p>
          <ul>
            {everywhere.slice(0, MOST_SHOWN).map((hit) => (
              <li key={`${hit.path} ${hit.line} ${hit.excerpt}`}>
                <Button kind="link" size="small" onPress={() => void openHit(hit.path, hit.line)}>
                  <Foreign mono>{hit.path}</Foreign> {t('place.line', { line: hit.line })}
                </Button>
                <span className={styles.excerpt}>
                  <Foreign mono>{hit.excerpt}</Foreign>
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
