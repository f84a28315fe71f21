import { useMemo, useRef, useState } from 'react';
import type { DocumentRow, FileId, MatterId } from '../../../shared/model/index.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct } from '../../frame/notices.tsx';
import { useNow } from '../../look/useNow.ts';
import { useViewing } from '../../viewing/useViewing.ts';
import type { MenuTarget } from '../../widgets/menuTarget.ts';
import { RowGrid, type RowGridHandle } from '../../widgets/RowGrid.tsx';
import { afterStep, allSelected, type Selection } from '../../widgets/selection.ts';
import { nothingTyped, rowForTyped, typedNext } from '../../widgets/typeAhead.ts';
import { type Action, DocumentDialogs } from './DocumentDialogs.tsx';
import { DocumentMenu } from './DocumentMenu.tsx';
import { documentColumns, documentRowHeight } from './documentColumns.tsx';
import type { DocumentOrder } from './documentRows.ts';
import { useDocumentActions } from './useDocumentActions.ts';

interface DocumentGridProps {
  matterId: MatterId;
  label: string;
  rows: readonly DocumentRow[];
  order: DocumentOrder;
  onOrder: (order: DocumentOrder) => void;
  pathOf: ((row: DocumentRow) => string) | null;
  selection: Selection<FileId>;
  onSelection: (selection: Selection<FileId>) => void;
}

/** The documents of a folder, or those found: one or several to open, look at, rename or drag elsewhere. */
export function DocumentGrid(props: DocumentGridProps) {
  const { matterId, label, rows, order, onOrder, pathOf, selection, onSelection } = props;
  const { client } = useConversation();
  const act = useAct();
  const now = useNow(1_000);
  const actions = useDocumentActions(matterId);
  const grid = useRef<RowGridHandle>(null);
  const [menu, setMenu] = useState<{ fileIds: readonly FileId[]; target: MenuTarget } | null>(null);
  const [dialog, setDialog] = useState<Action | null>(null);
  const [typed, setTyped] = useState(nothingTyped);
  const viewing = useViewing(({ fileId }) => {
    const row = rows.find((one) => one.fileId === fileId);
    if (row) setDialog({ kind: 'versions', row });
  });
  const columns = useMemo(
    () => documentColumns({ now, order, onOrder, pathOf }),
    [now, order, onOrder, pathOf],
  );
  const ids = useMemo(() => rows.map((row) => row.fileId), [rows]);
  const keyAt = useMemo(() => (index: number) => ids[index] ?? index, [ids]);

  // The current document stays current when rows come, go or change places.
  const active = selection.active === null ? -1 : ids.indexOf(selection.active);
  const chosen = rows.filter((row) => selection.selected.has(row.fileId));
  const targets = chosen.length > 0 ? chosen : rows.slice(Math.max(0, active), active + 1);
  const menuRows = menu ? rows.filter((row) => menu.fileIds.includes(row.fileId)) : [];
  const back = () => grid.current?.focus();

  const onKey = (event: React.KeyboardEvent): boolean => {
    const [only] = targets;
    if (event.key === 'F2' && targets.length === 1 && only?.onDisk) {
      setDialog({ kind: 'rename', row: only });
      return true;
    }
    if (event.key.toLowerCase() === 'h' && event.ctrlKey && targets.length === 1 && only) {
      setDialog({ kind: 'versions', row: only });
      return true;
    }
    if (event.key.toLowerCase() === 'c' && event.shiftKey && (event.ctrlKey || event.metaKey)) {
      actions.copyPaths(targets);
      return true;
    }
    return false;
  };
  return (
    <>
      <RowGrid
        ref={grid}
        label={label}
        columns={columns}
        count={rows.length}
        rowAt={(index) => rows[index]}
        heightAt={(index) => {
          const row = rows[index];
          return row ? documentRowHeight(row, pathOf !== null) : 0;
        }}
        keyAt={keyAt}
        active={active}
        onActive={(index, step) => onSelection(afterStep(selection, ids, index, step))}
        several={{
          selected: (index) => selection.selected.has(ids[index] as FileId),
          onAll: () => onSelection(allSelected(selection, ids)),
        }}
        onOpen={(index) => {
          const row = rows[index];
          if (row?.onDisk) act(() => client.documents.open({ matterId, fileId: row.fileId }));
          else if (row) viewing.view({ ...row, matterId }, null);
        }}
        openOn="double-click"
        onMenu={(index, target) => {
          const row = rows[index];
          if (!row) return;
          const several = selection.selected.has(row.fileId) ? chosen : [row];
          setMenu({ fileIds: several.map(({ fileId }) => fileId), target });
        }}
        onKey={onKey}
        onDrag={(index) => {
          const row = rows[index];
          if (row) actions.dragOut(selection.selected.has(row.fileId) ? chosen : [row]);
        }}
        onType={(character) => {
          const next = typedNext(typed, character, performance.now());
          setTyped(next);
          const names = rows.map(({ name }) => name);
          onSelection(afterStep(selection, ids, rowForTyped(names, next.text, active), 'only'));
        }}
      />
      {menu && menuRows.length > 0 ? (
        <DocumentMenu
          matterId={matterId}
          rows={menuRows}
          target={menu.target}
          viewing={viewing}
          onAction={setDialog}
          onClose={() => {
            setMenu(null);
            back();
          }}
        />
      ) : null}
      {dialog ? (
        <DocumentDialogs matterId={matterId} action={dialog} onClose={() => setDialog(null)} />
      ) : null}
    </>
  );
}
