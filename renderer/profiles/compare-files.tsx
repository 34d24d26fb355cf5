/** The files of two generations, each with how it stands. Arrow keys go from file to file. */
import { Equal, FileDiff, FileMinus, FilePlus } from 'lucide-react';
import { type GenerationFileChange, isAnchorPath } from '../../shared/models.ts';
import { cx } from '../ui/cx.ts';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign } from '../ui/say.tsx';
import { useText } from '../ui/text-context.tsx';
import { type RowProps, VirtualList } from '../ui/virtual-list.tsx';
import styles from './compare.module.css';

const ROW_HEIGHT = 32;
const SIGNS = { added: FilePlus, changed: FileDiff, removed: FileMinus, unchanged: Equal } as const;

interface CompareFilesProps {
  readonly files: readonly GenerationFileChange[];
  readonly chosen: string;
  readonly onChoose: (path: string) => void;
}

export function CompareFiles({ files, chosen, onChoose }: CompareFilesProps) {
  const { t } = useText();
  const active = Math.max(
    0,
    files.findIndex((file) => file.path === chosen),
  );
  const choose = (index: number) => {
    const file = files[index];
    if (file) onChoose(file.path);
  };
  return (
    <div className={styles.list}>
      <VirtualList
        role="listbox"
        label={t('compare.files')}
        count={files.length}
        rowHeight={ROW_HEIGHT}
        active={active}
        onActive={choose}
        renderRow={(index, row) => {
          const file = files[index];
          if (!file) return null;
          return (
            <FileRow
              key={file.path}
              file={file}
              row={row}
              isChosen={index === active}
              position={index + 1}
              total={files.length}
              onChoose={() => choose(index)}
            />
          );
        }}
      />
    </div>
  );
}

interface FileRowProps {
  readonly file: GenerationFileChange;
  readonly row: RowProps;
  readonly isChosen: boolean;
  readonly position: number;
  readonly total: number;
  readonly onChoose: () => void;
}

function FileRow({ file, row, isChosen, position, total, onChoose }: FileRowProps) {
  const { t } = useText();
  const Sign = SIGNS[file.change];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys of the list move the choice, which follows the focus
    <div
      {...row}
      tabIndex={row.tabIndex}
      role="option"
      aria-selected={isChosen}
      aria-posinset={position}
      aria-setsize={total}
      className={cx(styles.row, isChosen && styles.chosen, styles[file.change])}
      onClick={onChoose}
    >
      <span className={styles.sign} role="img" aria-label={t(`compare.change.${file.change}`)}>
        <Sign size={15} aria-hidden />
      </span>
      {isAnchorPath(file.path) ? <Glyph name="anchor" size={13} /> : null}
      <span className={styles.rowPath} title={file.path}>
        <Foreign mono>{file.path}</Foreign>
      </span>
    </div>
  );
}
