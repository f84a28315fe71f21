import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowClockwise20Regular, Dismiss16Regular } from '@fluentui/react-icons';
import { type RefObject, useMemo, useState } from 'react';
import type { MatterRow } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation, useStatus } from '../conversation/useConversation.ts';
import { useAct } from '../frame/notices.tsx';
import { useNow } from '../look/useNow.ts';
import { useOwnStaff } from '../person/useOwnStaff.ts';
import { documentsOf } from '../place/place.ts';
import { goTo } from '../place/usePlace.ts';
import { useListLook } from '../preferences/useListLook.ts';
import { usePins } from '../preferences/usePins.ts';
import { usePreferences } from '../preferences/usePreferences.ts';
import { Loading } from '../widgets/Loading.tsx';
import { later } from '../widgets/later.tsx';
import type { MenuTarget } from '../widgets/menuTarget.ts';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { RowGrid, type RowGridHandle } from '../widgets/RowGrid.tsx';
import { ScreenHead } from '../widgets/ScreenHead.tsx';
import { Tabs } from '../widgets/Tabs.tsx';
import { count } from '../words/count.ts';
import { displayName } from '../words/displayName.ts';
import { clockTime, exactTime } from '../words/time.ts';
import { matterColumns, optionalMatterColumns } from './matterColumns.tsx';
import { filters, type MattersView } from './mattersView.ts';
import { NoMatters } from './NoMatters.tsx';
import { useKeptMatters } from './useKeptMatters.ts';
import { useMatterPages } from './useMatterPages.ts';

const ListLookMenu = later(async () => (await import('../preferences/ListLookMenu.tsx')).ListLookMenu);
const MatterRowMenu = later(async () => (await import('./MatterRowMenu.tsx')).MatterRowMenu);

const useStyles = makeStyles({
  screen: { display: 'flex', flexDirection: 'column', height: '100%' },
  quiet: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap', fontSize: tokens.fontSizeBase200 },
  grow: { flexGrow: 1 },
  list: { flexGrow: 1, minHeight: 0 },
});

const rowHeights = { comfortable: 40, compact: 30 } as const;
const keyAt = (index: number) => index;

interface MattersScreenProps {
  view: MattersView;
  onView: (change: (before: MattersView) => MattersView) => void;
  gridRef: RefObject<RowGridHandle | null>;
  onType: () => void;
}

export function MattersScreen({ view, onView, gridRef, onType }: MattersScreenProps) {
  const styles = useStyles();
  const now = useNow();
  const pins = usePins();
  const { pinned } = pins;
  const recent = usePreferences()?.recent ?? [];
  const kept = view.show === 'pinned' ? pinned : view.show === 'recent' ? recent : null;
  const listed = useMatterPages(view);
  const remembered = useKeptMatters(kept ?? [], view.text);
  const staff = useOwnStaff();
  const isUnknown = staff === null && view.show === 'mine';
  const { look, arrange, onResize } = useListLook('matters');
  const rowHeight = rowHeights[look.density];
  const { total: counted, error, again, rowAt, onShown } = kept === null ? listed : remembered;
  const total = isUnknown ? 0 : counted;
  const columns = useMemo(
    () =>
      matterColumns({
        now,
        pinned,
        show: view.show,
        ownName: staff?.name ?? null,
        sort: kept === null ? view.sort : null,
        onSort: (sort) => onView((before) => ({ ...before, sort, active: 0 })),
      }),
    [now, pinned, kept, view.show, view.sort, staff, onView],
  );
  const [menu, setMenu] = useState<{ row: MatterRow; target: MenuTarget } | null>(null);
  const active = Math.min(view.active, (total ?? 0) - 1);

  const open = (index: number) => {
    const row = rowAt(index);
    if (row) goTo(documentsOf(row.id));
  };
  const list = () => {
    if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={again} />;
    if (total === null) return <Loading label="Loading matters…" />;
    if (total === 0) return <NoMatters view={view} onView={onView} />;
    return (
      <RowGrid
        // Another filter is another list: it starts at its top.
        key={`${view.show} ${view.text} ${view.sort.by} ${view.sort.direction} ${look.density}`}
        ref={gridRef}
        label="Matters"
        columns={arrange(columns)}
        onResize={onResize}
        count={total}
        rowAt={rowAt}
        heightAt={() => rowHeight}
        keyAt={keyAt}
        active={active}
        onActive={(index) => onView((before) => ({ ...before, active: index }))}
        onOpen={open}
        openOn="click"
        onType={onType}
        onMenu={(index, target) => {
          const row = rowAt(index);
          if (row) setMenu({ row, target });
        }}
        onKey={(event) => {
          const row = rowAt(active);
          if (event.key.toLowerCase() !== 'd' || !(event.ctrlKey || event.metaKey) || !row) return false;
          pins.turn(row.id);
          return true;
        }}
        onShown={onShown}
      />
    );
  };

  return (
    <div className={styles.screen}>
      <ScreenHead title="Matters">
        <Tabs
          label="Which matters"
          tabs={filters}
          selected={view.show}
          onSelect={(show) => onView((before) => ({ ...before, show, active: 0 }))}
        />
        {view.text.trim() === '' ? null : (
          <Button
            size="small"
            icon={<Dismiss16Regular />}
            iconPosition="after"
            aria-label={`Remove the filter “${displayName(view.text.trim())}”`}
            onClick={() => onView((before) => ({ ...before, text: '', active: 0 }))}
          >
            With “{displayName(view.text.trim())}”
          </Button>
        )}
        <span className={styles.grow} />
        {total === null ? null : <output className={styles.quiet}>{count(total, 'matter')}</output>}
        <Freshness now={now} />
        <ListLookMenu list="matters" columns={optionalMatterColumns} />
      </ScreenHead>
      <div className={styles.list}>{list()}</div>
      {menu ? (
        <MatterRowMenu
          matters={[menu.row]}
          pinned={pinned.includes(menu.row.id)}
          target={menu.target}
          onOpen={() => goTo(documentsOf(menu.row.id))}
          onPin={() => pins.turn(menu.row.id)}
          onClose={() => {
            setMenu(null);
            gridRef.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

function Freshness({ now }: { now: number }) {
  const styles = useStyles();
  const { client } = useConversation();
  const act = useAct();
  const checkedAt = useStatus()?.mattersCheckedAt ?? null;
  return (
    <>
      {checkedAt === null ? null : (
        <Text size={200} className={styles.quiet} title={exactTime(checkedAt)}>
          as of {clockTime(checkedAt, now)}
        </Text>
      )}
      <Button
        appearance="subtle"
        size="small"
        icon={<ArrowClockwise20Regular />}
        aria-label="Refresh matters"
        title="Refresh matters"
        onClick={() => act(() => client.engine.matters.refresh())}
      />
    </>
  );
}
