import { useMemo, useRef, useState } from 'react';
import type { DocumentRow, MatterId } from '../../../shared/model.ts';
import { useConversation } from '../../conversation/useConversation.ts';
import { useAct } from '../../frame/notices.tsx';
import { useNow } from '../../look/useNow.ts';
import { RowGrid, type RowGridHandle } from '../../widgets/RowGrid.tsx';
import { DocumentMenu, type MenuTarget } from './DocumentMenu.tsx';
import { documentColumns, documentRowHeight } from './documentColumns.tsx';
import { type DocumentOrder, rowStartingWith } from './documentRows.ts';

interface DocumentGridProps {
  matterId: MatterId;
  label: string;
  rows: readonly DocumentRow[];
  order: DocumentOrder;
  onOrder: (order: DocumentOrder) => void;
  pathOf: ((row: DocumentRow) => string) | null;
}

export function DocumentGrid({ matterId, label, rows, order, onOrder, pathOf }: DocumentGridProps) {
  const { client } = useConversation();
  const act = useAct();
  const now = useNow(1_000);
  const grid = useRef<RowGridHandle>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ fileId: string; target: MenuTarget } | null>(null);
  const columns = useMemo(
    () => documentColumns({ now, order, onOrder, pathOf }),
    [now, order, onOrder, pathOf],
  );

  const keyAt = useMemo(() => (index: number) => rows[index]?.fileId ?? index, [rows]);

  // The current document stays current when rows come, go or change places.
  const active = activeId === null ? -1 : rows.findIndex((row) => row.fileId === activeId);
  const activate = (index: number) => setActiveId(rows[index]?.fileId ?? null);
  const menuRow = menu ? rows.find((row) => row.fileId === menu.fileId) : undefined;
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
        onActive={activate}
        onOpen={(index) => {
          const row = rows[index];
          if (row) act(() => client.documents.open({ matterId, fileId: row.fileId }));
        }}
        openOn="double-click"
        onMenu={(index, target) => {
          const row = rows[index];
          if (row) setMenu({ fileId: row.fileId, target });
        }}
        onType={(character) => activate(rowStartingWith(rows, character, active))}
      />
      {menu && menuRow ? (
        <DocumentMenu
          matterId={matterId}
          row={menuRow}
          target={menu.target}
          onClose={() => {
            setMenu(null);
            grid.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}
