import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that takes no time, in a process of its own: every folder has the history of its version, which a message raises. */
let version = 0;
const entry = JSON.stringify({ id: 'entry', type: 'Created', timestamp: '2026-11-20T09:00:00Z' });
const history = () => `{"version":${version},"value":[${Array.from({ length: 20 }, () => entry).join(',')}]}`;
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(history());
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  version += 1;
  process.send?.(version);
});
process.once('disconnect', () => process.exit(0));
