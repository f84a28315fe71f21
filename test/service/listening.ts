import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { freePort } from './free-port.ts';
import type { PracticeServiceOptions } from './options.ts';
import type { Store } from './store/database.ts';
import { readSetting, writeSetting } from './store/settings.ts';
import type { Addresses } from './world.ts';

export interface Listeners {
  readonly service: FastifyInstance;
  readonly signIn: FastifyInstance;
  readonly storage: Server;
  readonly control: FastifyInstance;
}

const loopback = '127.0.0.1';

/**
 * Opens every listener on the port asked for, else the one used before, else any. The service comes last: it is there
 * only when all it points to is. Fails when a port is taken.
 */
export async function openListeners(
  listeners: Listeners,
  options: PracticeServiceOptions,
  store: Store,
  addresses: Addresses,
): Promise<void> {
  const portFor = async (name: string, asked: number | undefined): Promise<number> =>
    asked || Number(readSetting(store, name) ?? 0) || (await freePort());
  addresses.storage = await listenPlainly(
    listeners.storage,
    await portFor('storagePort', options.storagePort),
  );
  addresses.signIn = await listen(listeners.signIn, await portFor('authPort', options.authPort));
  addresses.control = await listen(listeners.control, await portFor('controlPort', options.controlPort));
  addresses.service = await listen(listeners.service, await portFor('port', options.port));
  writeSetting(store, 'storagePort', new URL(addresses.storage).port);
  writeSetting(store, 'authPort', new URL(addresses.signIn).port);
  writeSetting(store, 'controlPort', new URL(addresses.control).port);
  writeSetting(store, 'port', new URL(addresses.service).port);
}

/** Closes what is open, dropping connections. */
export async function closeListeners({ service, signIn, storage, control }: Listeners): Promise<void> {
  await Promise.all([service.close(), signIn.close(), control.close(), closePlainly(storage)]);
}

async function listen(server: FastifyInstance, port: number): Promise<string> {
  return server.listen({ host: loopback, port });
}

async function listenPlainly(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, loopback, resolve);
  });
  const address = server.address();
  return `http://${loopback}:${typeof address === 'object' ? address?.port : address}`;
}

async function closePlainly(server: Server): Promise<void> {
  const closed = new Promise((resolve) => {
    server.close(resolve);
  });
  server.closeAllConnections();
  await closed;
}
