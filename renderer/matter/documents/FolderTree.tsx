import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ChevronDown16Regular,
  ChevronRight16Regular,
  Folder20Filled,
  Folder20Regular,
  Warning16Regular,
} from '@fluentui/react-icons';
import { useId, useRef } from 'react';
import type { FolderId } from '../../../shared/model/index.ts';
import type { MenuTarget } from '../../widgets/menuTarget.ts';
import { Name } from '../../widgets/Name.tsx';
import { rowAfterKey } from '../../widgets/rowKeys.ts';
import { useRows } from '../../widgets/useRows.ts';
import { count } from '../../words/count.ts';
import { displayName } from '../../words/displayName.ts';
import type { TreeRow } from './folderTree.ts';

const rowHeight = 32;

const useStyles = makeStyles({
  box: { height: '100%', display: 'flex', flexDirection: 'column' },
  problem: {
    display: 'flex',
    gap: '6px',
    padding: '8px 12px',
    maxHeight: '30%',
    overflowY: 'auto',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  tree: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    outlineStyle: 'none',
    boxSizing: 'border-box',
    padding: '6px 0',
    '&:focus-visible [aria-selected=true]': {
      outline: `2px solid ${tokens.colorBrandStroke1}`,
      outlineOffset: '-2px',
    },
  },
  rows: { position: 'relative' },
  row: {
    position: 'absolute',
    top: 0,
    left: '6px',
    right: '6px',
    height: `${rowHeight}px`,
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    borderRadius: tokens.borderRadiusMedium,
    paddingRight: '8px',
    boxSizing: 'border-box',
    cursor: 'default',
    userSelect: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  here: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  dropping: {
    outline: `2px solid ${tokens.colorBrandStroke1}`,
    outlineOffset: '-2px',
    backgroundColor: tokens.colorBrandBackground2,
  },
  chevron: { width: '16px', flexShrink: 0, display: 'flex', color: tokens.colorNeutralForeground3 },
  icon: { flexShrink: 0, color: tokens.colorBrandForeground1 },
  name: { flexGrow: 1 },
  warning: { flexShrink: 0, color: tokens.colorStatusWarningForeground3 },
  number: {
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
});

interface FolderTreeProps {
  rows: readonly TreeRow[];
  selected: FolderId | null;
  onSelect: (id: FolderId | null) => void;
  onExpand: (id: FolderId | null, expanded: boolean) => void;
  /** A menu was asked for. */
  onMenu: (id: FolderId | null, target: MenuTarget) => void;
  /** The `data-drop` of the folder files are dragged over. */
  dropping: string | null;
}

/** The folders of a matter. Like the grid, the tree keeps the focus and names the current folder. */
export function FolderTree({ rows, selected, onSelect, onExpand, onMenu, dropping }: FolderTreeProps) {
  const styles = useStyles();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const virtual = useRows({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const active = rows.findIndex((row) => row.id === selected);
  const shown = items.some(({ index }) => index === active);
  const problem = rows[active]?.problem ?? null;

  const select = (index: number) => {
    const row = rows[index];
    if (!row) return;
    onSelect(row.id);
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  const onClick = ({ target }: React.MouseEvent) => {
    if (!(target instanceof Element)) return;
    const row = rows[Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)];
    if (!row) return;
    if (row.expandable && target.closest('[data-expander]')) onExpand(row.id, !row.expanded);
    else onSelect(row.id);
  };
  const onContextMenu = (event: React.MouseEvent) => {
    event.preventDefault();
    const under = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    const row = rows[under ? Number(under.dataset.index) : active];
    if (!row) return;
    const at = under ? { x: event.clientX, y: event.clientY } : document.getElementById(`${id}-${active}`);
    if (at) onMenu(row.id, at);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[active];
    const next = rowAfterKey(event.key, active, rows.length, 10);
    if (next !== null) {
      event.preventDefault();
      select(next);
    } else if (event.key === 'ArrowRight' && row) {
      event.preventDefault();
      if (row.expanded) select(active + 1);
      else if (row.expandable) onExpand(row.id, true);
    } else if (event.key === 'ArrowLeft' && row) {
      event.preventDefault();
      if (row.expanded) onExpand(row.id, false);
      else select(rows.findLastIndex((above, index) => index < active && above.level < row.level));
    }
  };

  return (
    <div className={styles.box}>
      <div
        ref={box}
        role="tree"
        aria-label="Folders"
        tabIndex={0}
        aria-activedescendant={shown ? `${id}-${active}` : undefined}
        className={styles.tree}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onContextMenu={onContextMenu}
      >
        <div role="none" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            const drop = row.id ?? '';
            const Chevron = row.expanded ? ChevronDown16Regular : ChevronRight16Regular;
            const Icon = row.id === selected ? Folder20Filled : Folder20Regular;
            return (
              <div
                key={drop}
                id={`${id}-${index}`}
                role="treeitem"
                aria-label={spoken(row)}
                aria-level={row.level}
                aria-setsize={row.setSize}
                aria-posinset={row.position}
                aria-expanded={row.expandable ? row.expanded : undefined}
                aria-selected={row.id === selected}
                data-drop={drop}
                className={mergeClasses(
                  styles.row,
                  row.id === selected && styles.here,
                  dropping === drop && styles.dropping,
                )}
                style={{
                  transform: `translateY(${start}px)`,
                  paddingLeft: 4 + Math.min(row.level - 1, 12) * 14,
                }}
                data-index={index}
              >
                <span className={styles.chevron} aria-hidden data-expander>
                  {row.expandable ? <Chevron /> : null}
                </span>
                <Icon aria-hidden className={styles.icon} />
                <Name text={row.name} className={styles.name} />
                {row.problem === null ? null : (
                  <Warning16Regular aria-hidden className={styles.warning} title={displayName(row.problem)} />
                )}
                {row.documents > 0 ? <span className={styles.number}>{row.documents}</span> : null}
              </div>
            );
          })}
        </div>
      </div>
      {problem === null ? null : (
        <output className={styles.problem}>
          <Warning16Regular aria-hidden className={styles.warning} />
          {displayName(problem)}
        </output>
      )}
    </div>
  );
}

/** What is wrong with a folder is spoken with its name; of the open one it stands below the tree. */
function spoken({ name, documents, problem }: TreeRow): string {
  const words = `${displayName(name)}, ${count(documents, 'document')}`;
  return problem === null ? words : `${words}. ${displayName(problem)}`;
}
