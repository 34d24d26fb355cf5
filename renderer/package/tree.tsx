/** The files of a package, with their state. Thousands of them scroll smoothly; arrow keys walk the tree. */
import { ChevronRight, File, FileCode, FileImage, Folder, FolderOpen } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Checkbox } from 'react-aria-components';
import { MANIFEST_PATH, type PackageDetail } from '../../shared/models.ts';
import { cleanRest, openFile, setFilter, toggleFolder, unchangedRest, usePackage } from '../state/package.ts';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign } from '../ui/say.tsx';
import { Search } from '../ui/search.tsx';
import { Counts } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { Tick } from '../ui/tick.tsx';
import { type RowProps, VirtualList } from '../ui/virtual-list.tsx';
import { useScreenActs } from './screen-acts.ts';
import styles from './tree.module.css';
import { type FileRow, type FolderRow, isTodo, standingOf, treeRows } from './tree-model.ts';

const ROW_HEIGHT = 30;
const FILTER_ID = 'tree-filter';

interface TreeProps {
  readonly detail: PackageDetail;
  readonly onApproveTogether: (manner: 'clean' | 'carried') => void;
}

export function FileTree({ detail, onApproveTogether }: TreeProps) {
  const { t } = useText();
  const path = usePackage((state) => state.path);
  const filter = usePackage((state) => state.filter);
  const closed = usePackage((state) => state.closed);
  const rows = useMemo(() => treeRows(detail.files, filter, closed), [detail.files, filter, closed]);
  const todo = useMemo(() => detail.files.filter(isTodo).length, [detail.files]);
  const inReview = detail.state === 'in_review';
  const clean = useMemo(() => cleanRest(detail).length, [detail.files]);
  const unchanged = useMemo(() => unchangedRest(detail).length, [detail.files]);
  // The folder that the focus is on; null while it is on the shown file.
  const [folderAt, setFolderAt] = useState<string | null>(null);
  useScreenActs({ filter: () => document.getElementById(FILTER_ID)?.focus() });

  const wanted = folderAt ?? path;
  const at = rows.findIndex((row) => row.path === wanted);
  const active =
    at >= 0
      ? at
      : Math.max(
          0,
          rows.findIndex((row) => row.path === path),
        );

  const activate = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFolderAt(row.kind === 'folder' ? row.path : null);
    if (row.kind === 'file') void openFile(row.path);
  };
  const onRowKey = (event: KeyboardEvent, index: number) => {
    const row = rows[index];
    if (!row) return;
    if (event.key === 'ArrowRight' && row.kind === 'folder') {
      if (row.open) activate(index + 1);
      else toggleFolder(row.path, true);
    } else if (event.key === 'ArrowLeft') {
      if (row.kind === 'folder' && row.open) toggleFolder(row.path, false);
      else {
        const parent = rows.findLastIndex((above, place) => place < index && above.level < row.level);
        if (parent >= 0) activate(parent);
      }
    } else if ((event.key === 'Enter' || event.key === ' ') && row.kind === 'folder') toggleFolder(row.path);
    else return;
    event.preventDefault();
  };

  return (
    <section className={styles.pane} aria-label={t('tree.label')}>
      <header className={styles.head}>
        <h2>
          {t('tree.title')}{' '}
          <span className={styles.done}>
            {inReview
              ? t('tree.done', { done: detail.files.length - todo, total: detail.files.length })
              : detail.files.length}
          </span>
        </h2>
        {inReview ? (
          <Checkbox
            className={styles.todo ?? ''}
            isSelected={filter.todoOnly}
            onChange={(todoOnly) => setFilter({ todoOnly })}
          >
            <Tick />
            {t('tree.todoOnly')}
          </Checkbox>
        ) : null}
      </header>
      <div className={styles.filter}>
        <Search id={FILTER_ID} label={t('tree.filter')} value={filter.text} onChange={(text) => setFilter({ text })} />
      </div>
      {rows.length === 0 ? (
        <p className={styles.none}>
          {t(
            detail.files.length === 0
              ? 'tree.noFiles'
              : filter.todoOnly && todo === 0
                ? 'tree.nothingToDo'
                : 'tree.noneFound',
          )}
        </p>
      ) : (
        <VirtualList
          role="tree"
          label={t('tree.label')}
          count={rows.length}
          rowHeight={ROW_HEIGHT}
          active={active}
          onActive={activate}
          onRowKey={onRowKey}
          renderRow={(index, props) => {
            const row = rows[index];
            if (!row) return null;
            return row.kind === 'folder' ? (
              <FolderLine
                key={`${row.path}/`}
                row={row}
                props={props}
                inReview={inReview}
                onToggle={() => {
                  setFolderAt(row.path);
                  toggleFolder(row.path);
                }}
              />
            ) : (
              <FileLine
                key={row.path}
                row={row}
                props={props}
                inReview={inReview}
                isSelected={row.path === path}
                onOpen={() => activate(index)}
              />
            );
          }}
        />
      )}
      {inReview && (clean > 0 || unchanged > 0) ? (
        <footer className={styles.foot}>
          {unchanged > 0 ? (
            <Button size="small" onPress={() => onApproveTogether('carried')}>
              {t('together.carry', { count: unchanged, n: detail.target?.generation ?? 0 })}
            </Button>
          ) : null}
          {clean > 0 ? (
            <Button size="small" onPress={() => onApproveTogether('clean')}>
              {t('together.clean', { count: clean })}
            </Button>
          ) : null}
        </footer>
      ) : null}
    </section>
  );
}

/** Space before a row by its depth; deep paths stop moving right, so that names stay readable. */
function indent(level: number): React.CSSProperties {
  return { paddingInlineStart: 8 + Math.min(level - 1, 6) * 14 };
}

interface FolderLineProps {
  readonly row: FolderRow;
  readonly props: RowProps;
  readonly inReview: boolean;
  readonly onToggle: () => void;
}

function FolderLine({ row, props, inReview, onToggle }: FolderLineProps) {
  const { t } = useText();
  const Sign = row.open ? FolderOpen : Folder;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the list gives each row its tabIndex
    <div
      {...props}
      style={{ ...props.style, ...indent(row.level) }}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={row.open}
      aria-selected={false}
      onFocus={() => undefined}
      className={styles.row}
      onClick={onToggle}
    >
      <ChevronRight size={13} aria-hidden className={row.open ? styles.chevronOpen : styles.chevron} />
      <Sign size={14} aria-hidden className={styles.kind} />
      <span className={styles.name}>
        <Foreign isFileName>{row.name}</Foreign>
      </span>
      {!inReview ? null : row.todo > 0 ? (
        <span className={styles.count}>{t('tree.todoCount', { count: row.todo })}</span>
      ) : (
        <Glyph name="approved" size={14} label={t('tree.folderDone')} />
      )}
    </div>
  );
}

interface FileLineProps {
  readonly row: FileRow;
  readonly props: RowProps;
  readonly inReview: boolean;
  readonly isSelected: boolean;
  readonly onOpen: () => void;
}

function FileLine({ row, props, inReview, isSelected, onOpen }: FileLineProps) {
  const { t } = useText();
  const { file } = row;
  const standing = standingOf(file);
  const Sign = file.kind === 'image' ? FileImage : file.path === MANIFEST_PATH ? FileCode : File;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the list gives each row its tabIndex
    <div
      {...props}
      style={{ ...props.style, ...indent(row.level) }}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-selected={isSelected}
      className={styles.row}
      onFocus={() => undefined}
      onClick={onOpen}
      title={file.path}
    >
      {file.anchor ? (
        <Glyph name="anchor" size={14} label={t('tree.anchor')} />
      ) : (
        <Sign size={14} aria-hidden className={styles.kind} />
      )}
      <span className={file.viewedUtc ? styles.name : `${styles.name} ${styles.unseen}`}>
        <Foreign isFileName>{row.name}</Foreign>
      </span>
      {file.change === 'changed' || file.change === 'added' ? (
        <span className={styles.change}>{t(`tree.change.${file.change}`)}</span>
      ) : null}
      <Counts counts={file.findings} only="open" />
      {inReview || file.decision ? <Glyph name={standing} size={15} label={t(`standing.${standing}`)} /> : null}
    </div>
  );
}
