import { subscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPracticeService } from '../service/index.ts';

/** What a practice service in a process of its own tells whoever forked it. */
export interface PracticeAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly token: string;
  readonly controlUrl: string;
}

/** A request as the service answered it; storage is not counted. Sent on the message `requests`, from the last on. */
export interface AnsweredRequest {
  readonly method: string;
  readonly status: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

async function serve(matters: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-bench-service-'));
  const service = await startPracticeService({ directory, seed: 'empty' });
  if (matters > 0) service.seedMatters(matters);
  const stop = async () => {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('disconnect', () => void stop());
  const { baseUrl, apiKey, controlUrl } = service;

  let answered: AnsweredRequest[] = [];
  const port = new URL(baseUrl).port;
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (String(request.socket.localPort) !== port) return;
    answered.push({ method: request.method ?? '', status: response.statusCode, at: Date.now() });
  });
  process.on('message', () => {
    process.send?.(answered);
    answered = [];
  });
  const address: PracticeAddress = { baseUrl, apiKey, token: service.tokensFor().accessToken, controlUrl };
  process.send?.(address);
}

await serve(Number(process.argv[2] ?? 0));
