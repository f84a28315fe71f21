import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { engineEnvironment } from '../../main/engine-process/engine-files.ts';
import { DeviceKey } from '../../main/secrets/device-key.ts';
import { engineContract, hostContract } from '../../shared/contract/index.ts';
import { splitPipe } from '../../shared/contract/link.ts';

const entry = fileURLToPath(new URL('../../main/engine/index.ts', import.meta.url));

/** The engine as the program runs it: a process of its own, spoken to over its pipe. */
export interface EngineProcess {
  readonly process: ChildProcess;
  readonly client: ContractRouterClient<typeof engineContract>;
  /** Ends it as a crash would: nothing in it gets to run any more. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export function startEngineProcess(
  directory: string,
  accessToken: string,
  {
    execArgv = [],
    more = [],
    file = entry,
  }: {
    readonly execArgv?: readonly string[];
    readonly more?: readonly string[];
    /** What is run instead of the sources: the built engine, say. */
    readonly file?: string;
  } = {},
): EngineProcess {
  const child = fork(file, ['--directory', directory, ...more], {
    serialization: 'advanced',
    execArgv: [...execArgv],
    env: engineEnvironment(),
  });
  const ports = splitPipe({
    // To an engine that was just killed there is nothing to send; `onClose` says that it is gone.
    send: (message) => void (child.connected && child.send(message as object, () => undefined)),
    onMessage: (listener) => child.on('message', listener),
    onClose: (listener) => child.on('exit', listener),
  });
  const deviceKey = new DeviceKey('', null, () => {});
  const os = implement(hostContract);
  const host = os.router({
    accessToken: os.accessToken.handler(() => ({ outcome: 'token' as const, token: accessToken })),
    foldersElsewhere: os.foldersElsewhere.handler(() => []),
    proxyFor: os.proxyFor.handler(() => []),
    requestKey: os.requestKey.handler(() => null),
    signCheckpoint: os.signCheckpoint.handler(({ input }) => deviceKey.sign(input.text, input.proof, input)),
    toWastebasket: os.toWastebasket.handler(() => Promise.reject(new Error('no wastebasket'))),
    stillPreparing: os.stillPreparing.handler(() => undefined),
  });
  new RPCHandler(host).upgrade(ports.host);
  const client: ContractRouterClient<typeof engineContract> = createORPCClient(
    new RPCLink({ port: ports.engine }),
  );
  const ended = once(child, 'exit');
  return {
    process: child,
    client,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      await client.stop();
      await ended;
    },
  };
}
