import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../../main/engine/service/client.ts';
import { describe as inWords } from '../../../../main/engine/service/describe-error.ts';
import { retryable } from '../../../../main/engine/service/errors.ts';
import type { Exchange } from '../../../../main/engine/service/exchange.ts';
import { writeJson } from '../../../../main/engine/service/json.ts';
import { type OperationId, operations } from '../../../../main/engine/service/operations.ts';
import { systemClock } from '../../../../shared/base/clock.ts';
import { ok } from '../../../../shared/base/result.ts';
import { callOperation } from './call-operation.ts';
import { firstToken, testClient, tinyService } from './tiny-service.ts';

/** Answers given to each operation: without the network in between, and over HTTP. */
const inProcess = 20_000;
const overHttp = 100;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const scalar = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom<unknown>(null, '', 'Open', '638999999999999999', '\u0000', '__proto__', 1e308, -1, {}, []),
);
const names = [
  'id',
  'href',
  'value',
  'next',
  'items',
  'clients',
  'matterType',
  'self',
  'stages',
  'phone',
  'size',
  'lastUpdated',
  'versionId',
  'uploadUrl',
  'expiry',
  'rel',
  'relation',
  'key',
  'contact',
  'toString',
  '__proto__',
  'type',
];
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 8 }),
  ),
}));
const next = fc.oneof(
  tree,
  fc.record({ href: fc.constantFrom('?a', '?b', '//evil/', 'x:', '', '/practice/matters') }),
);
const collection = fc.record(
  { value: fc.array(tree, { maxLength: 5 }), next, size: scalar },
  { requiredKeys: [] },
);

/** JSON, JSON with something cut out, put in or swapped, and anything at all. */
const body = fc.oneof(
  tree.map((value) => JSON.stringify(value) ?? ''),
  collection.map((value) => JSON.stringify(value)),
  fc
    .tuple(
      collection.map((value) => JSON.stringify(value)),
      fc.nat(),
      fc.nat(8),
      fc.string(),
    )
    .map(([text, at, length, more]) => {
      const position = at % (text.length + 1);
      return text.slice(0, position) + more + text.slice(position + length);
    }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '\uFEFF{}',
    '<html>',
    '{"value":',
    '['.repeat(5000),
    `{"size":${'9'.repeat(400)}}`,
  ),
);
const answer: fc.Arbitrary<Answer> = fc.record({
  status: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(200, 202) },
    { weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }) },
  ),
  type: fc.constantFrom('application/json', 'text/html', 'application/problem+json', ''),
  body,
});

/** Why what came of a call is neither a value nor an error of ours without our secrets; null when it is. */
async function wrongWith(client: ServiceClient, id: OperationId, uploadUrl: string): Promise<string | null> {
  try {
    const results = await callOperation(client, id, uploadUrl);
    if (results.length === 0) return 'neither a value nor an error';
    for (const result of results) {
      if (result.ok) continue;
      const { error } = result;
      if (error.operation !== id || !retryable(error)) return 'not an error of this operation';
      if (writeJson([error, inWords(error)]).includes(firstToken)) return 'a secret was told';
    }
    return null;
  } catch (error) {
    return `an exception: ${String(error)}`;
  }
}

/** Repeats of reads need not wait here. */
const impatient = { ...systemClock, sleep: () => Promise.resolve() };

describe('whatever a service answers', () => {
  const seed = Number(process.env['MATTERLINE_SEED'] ?? 1);
  const answers = fc.sample(answer, { numRuns: inProcess, seed });

  it.each(operations.map(({ id }) => id))(
    '%s gives a value or a typed error, never an exception',
    async (id) => {
      let current: Answer = { status: 200, type: '', body: '' };
      const baseUrl = 'http://127.0.0.1:1/practice';
      const exchange: Exchange = ({ body: sent }) => {
        if (sent instanceof Readable) sent.resume();
        const { status, type, body: text } = current;
        return Promise.resolve(ok({ status, headers: { 'content-type': type }, body: text }));
      };
      const client = testClient({ baseUrl, http: { exchange }, clock: impatient });
      const wrong = [];
      for (current of answers) {
        const why = await wrongWith(client, id, `${baseUrl}/upload`);
        if (why !== null) wrong.push({ why, answer: current });
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  it.each(operations.map(({ id }) => id))('%s over HTTP, too', async (id) => {
    let current: Answer = { status: 200, type: '', body: '' };
    await using service = await tinyService((_request, response) => {
      const { status, type, body: text } = current;
      response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(text);
    });
    const client = service.client({ clock: impatient });
    const wrong = [];
    for (current of answers.slice(0, overHttp)) {
      const why = await wrongWith(client, id, `${service.baseUrl}/upload`);
      if (why !== null) wrong.push({ why, answer: current });
    }
    expect(wrong).toEqual([]);
  });
});
