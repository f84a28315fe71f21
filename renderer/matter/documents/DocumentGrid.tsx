import { useMemo, useRef, useState } from 'react';
import type { DocumentRow, FileId, MatterId } from '../../../shared/model/index.ts';
import { useNow } from '../../look/useNow.ts';
import { useListLook } from '../../preferences/useListLook.ts';
import type { MenuTarget } from '../../widgets/menuTarget.ts';
import { RowGrid, type RowGridHandle } from '../../widgets/RowGrid.tsx';
import { afterStep, allSelected, type Selection } from '../../widgets/selection.ts';
import { nothingTyped, rowForTyped, typedNext } from '../../widgets/typeAhead.ts';
import { isAltWith } from '../../words/keys.ts';
import { DocumentMenu } from './DocumentMenu.tsx';
import { documentColumns, documentRowHeights } from './documentColumns.tsx';
import type { DocumentOrder } from './documentRows.ts';
import { useDocumentActions } from './useDocumentActions.ts';
import type { useDocumentCommands } from './useDocumentCommands.tsx';

interface DocumentGridProps {
  matterId: MatterId;
  label: string;
  rows: readonly DocumentRow[];
  order: DocumentOrder;
  onOrder: (order: DocumentOrder) => void;
  pathOf: ((row: DocumentRow) => string) | null;
  selection: Selection<FileId>;
  onSelection: (selection: Selection<FileId>) => void;
  commands: ReturnType<typeof useDocumentCommands>;
}

/** The documents of a folder, or those found: one or several to open, look at, rename or drag elsewhere. */
export function DocumentGrid(props: DocumentGridProps) {
  const { matterId, label, rows, order, onOrder, pathOf, selection, onSelection, commands } = props;
  const { look, isCompact, arrange, onResize } = useListLook('documents');
  const now = useNow(1_000);
  const actions = useDocumentActions(matterId);
  const grid = useRef<RowGridHandle>(null);
  const [menu, setMenu] = useState<{ fileIds: readonly FileId[]; target: MenuTarget } | null>(null);
  const [typed, setTyped] = useState(nothingTyped);
  const columns = useMemo(
    () => documentColumns({ now, order, onOrder, pathOf, isCompact }),
    [now, order, onOrder, pathOf, isCompact],
  );
  const ids = useMemo(() => rows.map((row) => row.fileId), [rows]);
  const keyAt = useMemo(() => (index: number) => ids[index] ?? index, [ids]);

  // The current document stays current when rows come, go or change places.
  const active = selection.active === null ? -1 : ids.indexOf(selection.active);
  const chosen = rows.filter((row) => selection.selected.has(row.fileId));
  const targets = chosen.length > 0 ? chosen : rows.slice(Math.max(0, active), active + 1);
  const menuRows = menu ? rows.filter((row) => menu.fileIds.includes(row.fileId)) : [];
  const back = () => grid.current?.focus();

  const run = (id: string): boolean => {
    const command = commands
      .commandsFor(targets)
      .flat()
      .find((one) => one.id === id);
    if (!command || command.isOff) return false;
    command.run();
    return true;
  };
  const onKey = (event: React.KeyboardEvent): boolean => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (key === 'f2') return run('rename');
    if (key === 'delete') return run('delete');
    if (key === 'h' && event.ctrlKey) return run('versions');
    if (isAltWith(event, 'p')) return run('preview');
    if (key === 'c' && event.shiftKey && isCommand) {
      actions.copyPaths(targets);
      return true;
    }
    if (key === 'enter' && targets.length > 1) return run('open');
    return false;
  };
  return (
    <>
      <RowGrid
        ref={grid}
        label={label}
        columns={arrange(columns)}
        onResize={onResize}
        count={rows.length}
        rowAt={(index) => rows[index]}
        heightAt={() => documentRowHeights[look.density]}
        keyAt={keyAt}
        active={active}
        onActive={(index, step) => onSelection(afterStep(selection, ids, index, step))}
        several={{
          selected: (index) => selection.selected.has(ids[index] as FileId),
          onAll: () => onSelection(allSelected(selection, ids)),
        }}
        onOpen={(index) => {
          const row = rows[index];
          if (row) commands.open(row);
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
          groups={commands.commandsFor(menuRows)}
          target={menu.target}
          onClose={() => {
            setMenu(null);
            back();
          }}
        />
      ) : null}
    </>
  );
}
