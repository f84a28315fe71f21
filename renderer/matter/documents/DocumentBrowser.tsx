import { Button, makeStyles, mergeClasses, SearchBox, tokens } from '@fluentui/react-components';
import { DocumentAdd20Regular, FolderList20Regular } from '@fluentui/react-icons';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { DocumentRow, Folder, FolderId } from '../../../shared/model/index.ts';
import { useWidth } from '../../look/useWidth.ts';
import type { MatterPlace } from '../../place/place.ts';
import { ListLookMenu } from '../../preferences/ListLookMenu.tsx';
import { PreviewPane } from '../../preview/PreviewPane.tsx';
import type { MenuTarget } from '../../widgets/menuTarget.ts';
import { addLabel } from '../../words/adding.ts';
import { DocumentBar } from './DocumentBar.tsx';
import { DocumentGrid } from './DocumentGrid.tsx';
import { optionalDocumentColumns } from './documentColumns.tsx';
import { type DocumentOrder, documentRows } from './documentRows.ts';
import { useDropZone } from './dropZone.ts';
import { FolderHeading } from './FolderHeading.tsx';
import { FolderMenu } from './FolderMenu.tsx';
import { FolderTree } from './FolderTree.tsx';
import { childrenOf, countsOf, folderPath, topFolderName, treeRows } from './folderTree.ts';
import { NoDocuments } from './NoDocuments.tsx';
import { useAddHere } from './useAddHere.tsx';
import { useDocumentCommands } from './useDocumentCommands.tsx';
import { useDocumentPlace } from './useDocumentPlace.ts';

const useStyles = makeStyles({
  browser: {
    display: 'grid',
    gridTemplateColumns: 'clamp(150px, 24%, 300px) minmax(0, 1fr)',
    height: '100%',
    position: 'relative',
  },
  /** Beside the list, a document is shown. */
  three: { gridTemplateColumns: 'clamp(120px, 18%, 300px) minmax(0, 1fr) minmax(0, 42%)' },
  /** Narrow: the list or the folders, one at a time. */
  one: { gridTemplateColumns: 'minmax(0, 1fr)' },
  tree: { minHeight: 0, borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
  pane: { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 },
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '4px 16px 0',
    '@media (max-height: 520px)': { padding: '0 8px', columnGap: '6px' },
  },
  find: {
    flexGrow: 1,
    flexBasis: 'clamp(100px, calc(40% - 180px), 190px)',
    minWidth: '100px',
    maxWidth: '190px',
  },
  search: { width: '100%', minWidth: '0' },
  add: { flexShrink: 0, '@media (max-width: 760px)': { minWidth: '28px', padding: '3px' } },
  /** Folded into the icon where the window is narrow. */
  label: { '@media (max-width: 760px)': { display: 'none' } },
  rest: { flexGrow: 1, minHeight: 0 },
  dropping: { outline: `2px dashed ${tokens.colorBrandStroke1}`, outlineOffset: '-4px' },
  dropLabel: {
    position: 'absolute',
    bottom: '20px',
    left: '50%',
    transform: 'translateX(-50%)',
    maxWidth: '80%',
    display: 'flex',
    gap: '8px',
    alignItems: 'center',
    padding: '10px 16px',
    // Invisible, except in high contrast, where it is the only edge.
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    boxShadow: tokens.shadow16,
    pointerEvents: 'none',
    overflowWrap: 'anywhere',
  },
});

/** Narrower than this, in pixels, folders and documents are shown one at a time. */
const narrow = 640;
/** Narrower than this, a document is shown instead of the list, not beside it. */
const narrowForPreview = 900;

interface DocumentBrowserProps {
  place: Extract<MatterPlace, { tab: 'documents' }>;
  linked: boolean;
  folders: readonly Folder[];
  documents: readonly DocumentRow[];
}

export function DocumentBrowser({ place, linked, folders, documents }: DocumentBrowserProps) {
  const { matterId } = place;
  const styles = useStyles();
  const { folderId, selection, openFolder, select } = useDocumentPlace(place, documents);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const isNarrow = width !== null && width < narrow;
  const isBeside = width !== null && width >= narrowForPreview;
  const [showsPreview, setShowsPreview] = useState(false);
  const isAlone = showsPreview && !isBeside;
  const [showsFolders, setShowsFolders] = useState(false);
  const [closed, setClosed] = useState<ReadonlySet<FolderId | null>>(new Set());
  const [order, setOrder] = useState<DocumentOrder>({ by: 'changed', descending: true });
  const [text, setText] = useState('');
  const searched = useDeferredValue(text);
  const searching = searched.trim() !== '';

  const byId = useMemo(() => new Map(folders.map((folder) => [folder.id, folder])), [folders]);
  const children = useMemo(() => childrenOf(folders), [folders]);
  const counts = useMemo(() => countsOf(documents, children), [documents, children]);
  const tree = useMemo(() => treeRows(children, counts, closed), [children, counts, closed]);
  // A folder may vanish from history while it is shown.
  const here = folderId !== null && byId.has(folderId) ? folderId : null;
  const rows = useMemo(
    () => documentRows(documents, { folderId: here, text: searched }, order),
    [documents, here, searched, order],
  );
  const nameOf = (id: FolderId | null) =>
    id === null ? topFolderName : (byId.get(id)?.name ?? topFolderName);
  const pathOf = useMemo(
    () => (row: DocumentRow) => [topFolderName, ...folderPath(byId, row.folderId)].join(' / '),
    [byId],
  );

  const { add, choose, parts } = useAddHere(matterId, linked, nameOf);
  const commands = useDocumentCommands(matterId, rows, {
    isShown: showsPreview,
    toggle: () => setShowsPreview(!showsPreview),
  });
  const chosen = rows.filter((row) => selection.selected.has(row.fileId));
  const [menu, setMenu] = useState<{ folderId: FolderId | null; target: MenuTarget } | null>(null);
  const folderAt = (on: string | null) =>
    folders.find(({ id }) => id === on)?.id ?? (on === '' ? null : here);
  const { target, handlers } = useDropZone((files, on) => add(files, folderAt(on)));

  return (
    <div
      ref={box}
      className={mergeClasses(
        styles.browser,
        (isNarrow || isAlone) && styles.one,
        showsPreview && isBeside && styles.three,
      )}
      {...handlers}
    >
      {isAlone || (isNarrow && !showsFolders) ? null : (
        <div className={styles.tree}>
          <FolderTree
            rows={tree}
            selected={here}
            onSelect={(id) => {
              openFolder(id);
              setText('');
              setShowsFolders(false);
            }}
            onExpand={(id, expanded) => {
              const next = new Set(closed);
              if (expanded) next.delete(id);
              else next.add(id);
              setClosed(next);
            }}
            onMenu={(id, at) => setMenu({ folderId: id, target: at })}
            dropping={target?.on ?? null}
          />
        </div>
      )}
      {isAlone || (isNarrow && showsFolders) ? null : (
        <div className={mergeClasses(styles.pane, target?.on === null && styles.dropping)}>
          <div className={styles.tools}>
            {isNarrow ? (
              <Button
                size="small"
                icon={<FolderList20Regular />}
                aria-label="Folders"
                title="Folders"
                className={styles.add}
                onClick={() => setShowsFolders(true)}
              />
            ) : null}
            <FolderHeading name={searching ? 'Found in all folders' : nameOf(here)} selected={chosen} />
            <DocumentBar groups={commands.commandsFor(chosen)} />
            <span data-find className={styles.find}>
              <SearchBox
                size="small"
                className={styles.search}
                aria-label="Find in this matter"
                placeholder="Find in this matter"
                value={text}
                onChange={(_event, data) => setText(data.value)}
              />
            </span>
            <Button
              size="small"
              className={styles.add}
              icon={<DocumentAdd20Regular />}
              aria-label="Add documents…"
              title="Add documents…"
              onClick={() => choose(here)}
            >
              <span className={styles.label}>Add documents…</span>
            </Button>
            <ListLookMenu list="documents" columns={optionalDocumentColumns} />
          </div>
          <div className={styles.rest}>
            {rows.length === 0 ? (
              <NoDocuments searched={searched} linked={linked} elsewhere={documents.length} />
            ) : (
              <DocumentGrid
                key={searching ? 'found' : (here ?? '')}
                matterId={matterId}
                label="Documents"
                rows={rows}
                order={order}
                onOrder={setOrder}
                pathOf={searching ? pathOf : null}
                selection={selection}
                onSelection={select}
                commands={commands}
              />
            )}
          </div>
        </div>
      )}
      {showsPreview ? (
        <PreviewPane
          matterId={matterId}
          isAlone={isAlone}
          rows={chosen}
          onOpen={commands.open}
          onClose={() => {
            setShowsPreview(false);
            // The list may have to be there again first.
            requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[role=grid]')?.focus());
          }}
        />
      ) : null}
      {target ? (
        <output className={styles.dropLabel}>
          <DocumentAdd20Regular aria-hidden />
          {addLabel(target.files, nameOf(folderAt(target.on)))}
        </output>
      ) : null}
      {menu ? (
        <FolderMenu
          matterId={matterId}
          folderId={menu.folderId}
          linked={linked}
          target={menu.target}
          onAdd={() => choose(menu.folderId)}
          onExpandAll={(expanded) =>
            setClosed(
              new Set(expanded ? [] : folders.filter(({ id }) => children.has(id)).map(({ id }) => id)),
            )
          }
          onClose={() => setMenu(null)}
        />
      ) : null}
      {parts}
      {commands.dialogs}
    </div>
  );
}
