import { useMemo, useState } from 'react';
import type { FileId, TimelineEntry } from '../../../shared/model/index.ts';
import { useNow } from '../../look/useNow.ts';
import { turned } from '../../preferences/kept.ts';
import { ListHeading, LongList } from '../../widgets/LongList.tsx';
import { TimelineGroup } from './TimelineGroup.tsx';
import { TimelineRow } from './TimelineRow.tsx';
import { groupId, timelineItems } from './timelineItems.ts';

interface TimelineListProps {
  entries: readonly TimelineEntry[];
  /** Asks for older entries; undefined when there are none. */
  onMore: (() => void) | undefined;
  /** Narrows the timeline to one document; null where it cannot be, or already is. */
  onOnly: ((fileId: FileId) => void) | null;
}

export function TimelineList({ entries, onMore, onOnly }: TimelineListProps) {
  const now = useNow();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(() => timelineItems(entries, now, open), [entries, now, open]);
  const turn = (id: string) => setOpen(new Set(turned([...open], id)));
  return (
    <LongList
      region="Timeline entries"
      label="Timeline"
      items={items}
      keyOf={({ entry, kind }) => (kind === 'group' ? groupId(entry) : entry.id)}
      heightOf={({ heading }) => (heading === null ? 48 : 90)}
      render={(item) => (
        <>
          {item.heading === null ? null : <ListHeading>{item.heading}</ListHeading>}
          {item.kind === 'group' ? (
            <TimelineGroup
              entries={item.entries}
              open={item.isOpen}
              onOpen={() => turn(groupId(item.entry))}
            />
          ) : (
            <TimelineRow
              entry={item.entry}
              now={now}
              isInGroup={item.isInGroup}
              onOnly={onOnly}
              open={open.has(item.entry.id)}
              onOpen={() => turn(item.entry.id)}
            />
          )}
        </>
      )}
      onMore={onMore}
    />
  );
}
