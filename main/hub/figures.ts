import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { FirmBudget } from './firm-budget.ts';
import type { News } from './news/news.ts';
import { type RequestClass, requestClasses } from './request-class.ts';
import type { SharedReads, Source } from './shared-reads.ts';
import type { EventOutcome } from './webhooks/inbox.ts';

/** Where an answer came from; `hub` for what the hub said itself. */
export type AnswerSource = Source | 'hub';

export interface Answering {
  readonly operation: string | null;
  readonly status: number;
  readonly requestClass: RequestClass | null;
  readonly source: AnswerSource;
  readonly milliseconds: number;
}

/** What whoever runs the hub watches, as Prometheus reads it. No label says anything of a person, a matter or a document. */
export function createFigures(registry: Registry) {
  const registers = [registry];
  const answers = new Counter({
    name: 'matterline_hub_answers_total',
    help: 'Answers to desktops, by operation (none: no operation of the service), status and source',
    labelNames: ['operation', 'status', 'source'],
    registers,
  });
  const seconds = new Histogram({
    name: 'matterline_hub_answer_seconds',
    help: 'Time from a request to its answer, the wait for its turn included, by class',
    labelNames: ['class'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const events = new Counter({
    name: 'matterline_hub_events_total',
    help: 'Notifications of the service, by what became of them',
    labelNames: ['outcome'],
    registers,
  });
  const asked = new Counter({
    name: 'matterline_hub_service_answers_total',
    help: 'What the service answered the hub, by status (none: no answer)',
    labelNames: ['status'],
    registers,
  });

  return {
    answered({ operation, status, requestClass, source, milliseconds }: Answering): void {
      answers.inc({ operation: operation ?? 'none', status, source });
      if (requestClass !== null) seconds.observe({ class: requestClass }, milliseconds / 1000);
    },
    event: (outcome: EventOutcome) => events.inc({ outcome }),
    serviceAnswered: (status: number | null) => asked.inc({ status: status ?? 'none' }),
    /** Reads what is asked for at the moment it is asked for. */
    watch({
      budget,
      reads,
      news,
      pausedFor,
    }: {
      budget: FirmBudget;
      reads: SharedReads;
      news: Pick<News, 'streams'>;
      pausedFor: () => number;
    }): void {
      const gauge = (name: string, help: string, read: (into: Gauge) => void, labelNames: string[] = []) =>
        new Gauge({
          ...{ name, help, labelNames, registers },
          collect() {
            read(this);
          },
        });
      gauge(
        'matterline_hub_waiting',
        'Requests that wait for their turn, by class',
        (into) => {
          for (const one of requestClasses) into.set({ class: one }, budget.line.waiting(one));
        },
        ['class'],
      );
      gauge('matterline_hub_paused_seconds', 'For how long the service wants no requests', (into) =>
        into.set(Math.max(0, pausedFor() / 1000)),
      );
      gauge('matterline_hub_streams', 'Desktops that are told of news', (into) => into.set(news.streams));
      gauge('matterline_hub_kept_bytes', 'Bytes of answers kept to be told again', (into) =>
        into.set(reads.size.bytes),
      );
      gauge('matterline_hub_kept_resources', 'Folders and lists known', (into) =>
        into.set(reads.size.resources),
      );
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
