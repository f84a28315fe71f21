import { setTimeout as delay } from 'node:timers/promises';
import type { FaultRule, Misbehaviour } from './rule.ts';

/** Which requests misbehave, and how. */
export interface Faults {
  /** Returns what removes the rule again. */
  add(rule: FaultRule): () => void;
  clear(): void;
  /** What to do to this request, in the order the rules were added; counts it against their limits. */
  take(operation: string, method: string, path: string): Misbehaviour[];
  /** What a fault makes a request wait for: its `latency`, or the removal of a rule to `wait`. */
  passed(fault: Misbehaviour): Promise<void>;
  /** A number from 0 to 1, repeatable by the fault seed. */
  readonly chance: () => number;
  /** How many requests were hit so far. */
  readonly hits: number;
}

interface ActiveRule {
  readonly rule: FaultRule;
  readonly removed: PromiseWithResolvers<void>;
  skip: number;
  left: number;
}

export function createFaults(chance: () => number): Faults {
  let active: ActiveRule[] = [];
  let hits = 0;
  return {
    add(rule) {
      const entry: ActiveRule = {
        rule,
        removed: Promise.withResolvers(),
        skip: rule.after ?? 0,
        left: limitOf(rule),
      };
      active.push(entry);
      return () => {
        active = active.filter((other) => other !== entry);
        entry.removed.resolve();
      };
    },
    clear() {
      for (const { removed } of active) removed.resolve();
      active = [];
    },
    async passed(fault) {
      if (fault.kind === 'latency') await delay(fault.ms);
      if (fault.kind === 'wait') await active.find(({ rule }) => rule === fault)?.removed.promise;
    },
    take(operation, method, path) {
      const taken: Misbehaviour[] = [];
      for (const entry of active) {
        if (entry.left <= 0 || !matches(entry.rule.route, operation, `${method} ${path}`)) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        if (chance() >= (entry.rule.chance ?? 1)) continue;
        entry.left -= 1;
        taken.push(entry.rule);
      }
      hits += taken.length;
      return taken;
    },
    chance,
    get hits() {
      return hits;
    },
  };
}

function limitOf(rule: FaultRule): number {
  return rule.count === 'always' ? Number.POSITIVE_INFINITY : (rule.count ?? 1);
}

function matches(route: string | RegExp, operation: string, request: string): boolean {
  if (route instanceof RegExp) return route.test(request);
  if (route === operation || route === '*') return true;
  return route.startsWith('/') && new RegExp(route.replace(/^\/(.*)\/$/, '$1')).test(request);
}
