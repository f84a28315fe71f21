import { Button, makeStyles, mergeClasses, SearchBox, Text, tokens } from '@fluentui/react-components';
import { DocumentAdd20Regular } from '@fluentui/react-icons';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { DocumentRow, Folder, FolderId } from '../../../shared/model/index.ts';
import { useTell } from '../../frame/notices.tsx';
import type { MatterPlace } from '../../place/place.ts';
import { Name } from '../../widgets/Name.tsx';
import { addLabel } from '../../words/adding.ts';
import { count } from '../../words/count.ts';
import { sizeWords } from '../../words/size.ts';
import { DocumentGrid } from './DocumentGrid.tsx';
import { type DocumentOrder, documentRows } from './documentRows.ts';
import { useDropZone } from './dropZone.ts';
import { FolderTree } from './FolderTree.tsx';
import { childrenOf, countsOf, folderPath, topFolderName, treeRows } from './folderTree.ts';
import { NoDocuments } from './NoDocuments.tsx';
import { useAddDocuments } from './useAddDocuments.ts';
import { useDocumentPlace } from './useDocumentPlace.ts';

const useStyles = makeStyles({
  browser: {
    display: 'grid',
    gridTemplateColumns: 'clamp(150px, 24%, 300px) minmax(0, 1fr)',
    height: '100%',
    position: 'relative',
  },
  tree: { minHeight: 0, borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
  pane: { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 },
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '8px 16px 4px',
  },
  // Narrower than this it has a line of its own.
  folder: { margin: 0, minWidth: 'min(100%, 90px)', flexGrow: 100, flexBasis: 0 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
  find: { flexGrow: 1, flexBasis: 'clamp(120px, 30%, 190px)', minWidth: '120px', maxWidth: '190px' },
  search: { width: '100%', minWidth: '0' },
  add: { flexShrink: 0 },
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

interface DocumentBrowserProps {
  place: Extract<MatterPlace, { tab: 'documents' }>;
  linked: boolean;
  folders: readonly Folder[];
  documents: readonly DocumentRow[];
}

export function DocumentBrowser({ place, linked, folders, documents }: DocumentBrowserProps) {
  const { matterId } = place;
  const styles = useStyles();
  const tell = useTell();
  const addDocuments = useAddDocuments();
  const chooser = useRef<HTMLInputElement>(null);
  const { folderId, selection, openFolder, select } = useDocumentPlace(place, documents);
  const [closed, setClosed] = useState<ReadonlySet<FolderId | null>>(new Set());
  const [order, setOrder] = useState<DocumentOrder>({ by: 'changed', descending: true });
  const [text, setText] = useState('');
  const searched = useDeferredValue(text);
  const searching = searched.trim() !== '';

  const byId = useMemo(() => new Map(folders.map((folder) => [folder.id, folder])), [folders]);
  const children = useMemo(() => childrenOf(folders), [folders]);
  const counts = useMemo(() => countsOf(documents), [documents]);
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

  const add = (files: File[], into: FolderId | null) => {
    if (linked) addDocuments(files, { matterId, folderId: into, folderName: nameOf(into) });
    else tell({ intent: 'warning', title: 'Nothing was added', lines: [linkFirst] });
  };
  const folderAt = (on: string | null) =>
    folders.find(({ id }) => id === on)?.id ?? (on === '' ? null : here);
  const { target, handlers } = useDropZone((files, on) => add(files, folderAt(on)));

  return (
    <div className={styles.browser} {...handlers}>
      <div className={styles.tree}>
        <FolderTree
          rows={tree}
          selected={here}
          onSelect={(id) => {
            openFolder(id);
            setText('');
          }}
          onExpand={(id, expanded) => {
            const next = new Set(closed);
            if (expanded) next.delete(id);
            else next.add(id);
            setClosed(next);
          }}
          dropping={target?.on ?? null}
        />
      </div>
      <div className={mergeClasses(styles.pane, target?.on === null && styles.dropping)}>
        <div className={styles.tools}>
          <Text as="h2" size={400} weight="semibold" className={styles.folder}>
            <Name text={searching ? 'Found in all folders' : nameOf(here)} />
          </Text>
          <SelectedCount selected={rows.filter((row) => selection.selected.has(row.fileId))} />
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
            onClick={() => (linked ? chooser.current?.click() : add([], here))}
          >
            Add documents…
          </Button>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label="Documents to add"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              event.target.value = '';
              if (files.length > 0) add(files, here);
            }}
          />
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
            />
          )}
        </div>
      </div>
      {target ? (
        <output className={styles.dropLabel}>
          <DocumentAdd20Regular aria-hidden />
          {linked ? addLabel(target.files, nameOf(folderAt(target.on))) : linkFirst}
        </output>
      ) : null}
    </div>
  );
}

function SelectedCount({ selected }: { selected: readonly DocumentRow[] }) {
  const styles = useStyles();
  const bytes = selected.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return (
    <output className={styles.quiet}>
      {selected.length > 1 ? `${count(selected.length, 'document')} selected, ${sizeWords(bytes)}` : ''}
    </output>
  );
}

const linkFirst = 'Link a folder to this matter first, then add documents.';
