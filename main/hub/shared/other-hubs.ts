import type { Clock } from '../../../shared/base/clock.ts';
import type { News } from '../news/news.ts';
import type { ReadSchedule } from '../news/read-schedule.ts';
import type { Place } from '../shared-reads.ts';
import type { Kept, Shown } from '../shown.ts';
import type { Message } from './messages.ts';
import type { Shared } from './redis.ts';

/** Ids of a notification that are passed on: of what service or hub ever calls them, few are a matter's. */
const mostIds = 500;
/** Milliseconds after which nobody need know that somebody was about to read. */
const stillReading = 5_000;

/** What this hub tells others, and what it makes of what they tell: the same as if it had asked the service itself. */
export function otherHubs(parts: {
  readonly shared: Shared;
  readonly shown: Shown;
  readonly news: News;
  readonly schedule: ReadSchedule;
  readonly clock: Clock;
  /** Matters that an event named. */
  readonly named: (matters: readonly string[]) => void;
}) {
  const { shared, shown, news, schedule, clock } = parts;

  async function heardShown(message: Extract<Message, { is: 'shown' }>): Promise<void> {
    const { name, kind, group, who, validator, serviceValidator, status, headers } = message;
    // By whichever clock it is longer ago: Redis's may have been set in between.
    const age = Math.max(message.age, shared.now().latest - message.leftAt);
    const leftAt = clock.steady() - age;
    const before = shown.kept(name);
    const body = before?.validator === validator ? before.told.body : await shared.body(validator);
    // Without its content there is nothing to tell of it.
    if (body === null) return;
    const kept: Kept = { told: { status, headers, body }, validator, serviceValidator, leftAt };
    shown.showed({ name, kind, group, who }, kept, clock.steady());
    const path = news.pathOf(name);
    if (path === null || kind !== 'folder') return;
    schedule.done(path, clock.steady());
    news.shown(path, who, kept);
  }

  shared.onMessage = (message, at) => {
    switch (message.is) {
      case 'shown':
        return heardShown(message);
      case 'refused': {
        // It counts from now on, whenever it was: what was asked before proves nothing.
        shown.refused(message.who, message.group, clock.steady());
        const path = news.pathOf(message.name);
        if (path !== null) news.refused(path, message.who);
        return;
      }
      case 'withdrawn':
        shown.withdrawn(message.who, clock.steady());
        return news.notTaken(news.pathOf(message.name) ?? message.name, message.who);
      case 'reading': {
        const path = news.pathOf(message.name);
        const now = clock.steady();
        if (path !== null && shared.now().latest - at < stillReading) schedule.taken(path, now);
        return;
      }
      case 'event':
        return parts.named(message.ids.flatMap((id) => news.matterOf(id) ?? []));
    }
  };
  shared.onForgotten = () => shown.forget();

  return {
    shown({ name, kind, group, who }: Place, { told, validator, serviceValidator, leftAt }: Kept): void {
      shared.putBody(validator, told.body);
      const { status, headers } = told;
      const age = clock.steady() - leftAt;
      shared.tell({
        ...{ is: 'shown', name, kind, group, who, validator, serviceValidator, status, headers },
        ...{ leftAt: shared.now().earliest - age, age },
      });
    },
    refused: ({ name, group, who }: Place): void => shared.tell({ is: 'refused', name, group, who }),
    notTaken: ({ name, who }: Place): void => shared.tell({ is: 'withdrawn', name, who }),
    reading: (name: string): void => shared.tell({ is: 'reading', name }),
    event: (ids: ReadonlySet<string>): void =>
      shared.tell({ is: 'event', ids: [...ids].slice(0, mostIds).map((id) => shared.hash(id)) }),
  };
}
