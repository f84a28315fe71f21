import { useMemo, useState } from 'react';
import type { FileId, TimelineEntry } from '../../../shared/model/index.ts';
import { useNow } from '../../look/useNow.ts';
import { turned } from '../../preferences/kept.ts';
import { ListHeading, LongList } from '../../widgets/LongList.tsx';
import { TimelineRow } from './TimelineRow.tsx';
import { timelineItems } from './timelineItems.ts';

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
  const items = useMemo(() => timelineItems(entries, now), [entries, now]);
  return (
    <LongList
      region="Timeline entries"
      label="Timeline"
      items={items}
      keyOf={({ entry }) => entry.id}
      heightOf={({ heading }) => (heading === null ? 48 : 90)}
      render={({ entry, heading }) => (
        <>
          {heading === null ? null : <ListHeading>{heading}</ListHeading>}
          <TimelineRow
            entry={entry}
            now={now}
            onOnly={onOnly}
            open={open.has(entry.id)}
            onOpen={() => setOpen(new Set(turned([...open], entry.id)))}
          />
        </>
      )}
      onMore={onMore}
    />
  );
}
