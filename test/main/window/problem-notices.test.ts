import { expect, test } from 'vitest';
import type { EngineSource } from '../../../main/conversation/forward.ts';
import type { EngineLink } from '../../../main/engine-process/supervisor.ts';
import { problemNotice, tellOfProblems } from '../../../main/window/problem-notices.ts';
import { statusBefore } from '../../../shared/model.ts';

/** An engine that is started several times, each time with these counts of problems. */
function engineSaying(...lives: readonly (readonly number[])[]): EngineSource {
  const links = lives.map((counts) => {
    const status = async function* () {
      for (const problems of counts) yield { ...statusBefore, problems };
    };
    const client = { engine: { status: async () => status() } };
    return { client, ended: new AbortController().signal } as unknown as EngineLink;
  });
  const watch = async function* () {
    yield null;
    yield* links;
  };
  return { link: { watch }, ready: async () => null } as unknown as EngineSource;
}

async function told(engine: EngineSource, wanted = true): Promise<number[]> {
  const news: number[] = [];
  await tellOfProblems({ engine, wanted: () => wanted, tell: (howMany) => news.push(howMany) });
  return news;
}

test('problems that come up are told, those from before and those that go are not', async () => {
  expect(await told(engineSaying([2, 2, 3, 1, 4]))).toEqual([1, 3]);
});

test('a restart of the engine tells nothing again', async () => {
  expect(await told(engineSaying([0, 2], [2, 2], [3]))).toEqual([2, 1]);
});

test('nobody is told who does not want to be', async () => {
  expect(await told(engineSaying([0, 5]), false)).toEqual([]);
});

test('the notice names no document', () => {
  expect(problemNotice(1).title).toBe('A document needs you');
  expect(problemNotice(12).title).toBe('12 documents need you');
});
