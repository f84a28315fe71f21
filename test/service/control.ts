import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from './faults/registry.ts';
import { faultScope, misbehaviour } from './faults/rule.ts';
import type { Helpers } from './helpers.ts';
import { defaultVariants, type RateLimit, type Variants } from './options.ts';

/** What can be told to a running service, in code and over its control address. */
export interface Controls extends Helpers {
  /** Can be changed while running. */
  readonly variants: Variants;
  readonly faults: Faults;
  setRateLimit(limit: RateLimit | null): void;
  /** Makes the clock that answers show wrong by so many milliseconds. */
  setClockOffset(milliseconds: number): void;
  setApplyDelay(milliseconds: number): void;
}

const faultRule = z.intersection(faultScope, misbehaviour);

const rateLimit = z.object({
  perSecond: z.number().positive(),
  burst: z.int().min(1),
  retryAfter: z.boolean().optional(),
});

/** Actions that take nothing and answer nothing. */
const plainActions = [
  'expireAccessTokens',
  'revokeRefreshTokens',
  'expireUploadAddresses',
  'applyPending',
] as const;

/** The typed functions of a running service as JSON over HTTP, for tests that run in another process. */
export function createControl(service: Controls): FastifyInstance {
  const server = fastify({ forceCloseConnections: true });
  server.setErrorHandler((error, _request, reply) =>
    reply.code(400).send({ error: error instanceof Error ? error.message : String(error) }),
  );
  server.post('/faults', (request) => {
    service.faults.add(faultRule.parse(request.body));
    return {};
  });
  server.delete('/faults', () => {
    service.faults.clear();
    return {};
  });
  server.get('/faults', () => ({ hits: service.faults.hits }));
  server.get('/variants', () => service.variants);
  server.patch('/variants', (request) => {
    const changes = z.partialRecord(z.enum(Object.keys(defaultVariants)), z.unknown()).parse(request.body);
    return Object.assign(service.variants, changes);
  });
  server.put('/rate-limit', (request) => {
    service.setRateLimit(rateLimit.nullable().parse(request.body));
    return {};
  });
  server.put('/clock-offset', (request) => {
    service.setClockOffset(z.object({ milliseconds: z.number() }).parse(request.body).milliseconds);
    return {};
  });
  server.put('/apply-delay', (request) => {
    service.setApplyDelay(z.object({ milliseconds: z.number().min(0) }).parse(request.body).milliseconds);
    return {};
  });
  for (const action of plainActions) {
    server.post(`/${action}`, () => {
      service[action]();
      return {};
    });
  }
  readRoutes(server, service);
  seedRoutes(server, service);
  return server;
}

type MatterRoute = { Params: { matterId: string; fileId: string } };

function readRoutes(server: FastifyInstance, service: Controls): void {
  server.get('/sample', () => service.sample());
  server.get('/pending', () => ({ writes: service.pendingWrites() }));
  server.get('/matters', () => service.matterIds());
  server.get<MatterRoute>('/matters/:matterId/files', ({ params }) => service.filesOf(params.matterId));
  server.get<MatterRoute>('/matters/:matterId/folders', ({ params }) => service.foldersOf(params.matterId));
  server.get<MatterRoute>('/matters/:matterId/history', ({ params }) => service.historyOf(params.matterId));
  server.get<MatterRoute>('/matters/:matterId/files/:fileId/versions', ({ params }) =>
    service.contentOf(params.matterId, params.fileId),
  );
}

const colleagueCall = z.object({ arguments: z.array(z.unknown()) });

function seedRoutes(server: FastifyInstance, service: Controls): void {
  server.post('/tokens', () => service.tokensFor());
  server.post('/seed/matters', (request) =>
    service.seedMatters(z.object({ count: z.int() }).parse(request.body).count),
  );
  server.post('/seed/history', (request) => {
    const body = z
      .object({ matterId: z.string(), folderId: z.string().nullable(), count: z.int() })
      .parse(request.body);
    return service.seedHistory(body.matterId, body.folderId, body.count);
  });
  server.post<{ Params: { action: string } }>('/colleague/:action', (request, reply) => {
    const action: unknown = Reflect.get(service.colleague, request.params.action);
    if (typeof action !== 'function') return reply.code(404).send({ error: 'There is no such action.' });
    const result: unknown = Reflect.apply(action, undefined, colleagueCall.parse(request.body).arguments);
    return { result: result ?? null };
  });
}
