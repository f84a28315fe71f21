import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { curlSession } from '../service/walkthrough.ts';
import { start } from './harness.ts';

const run = promisify(execFile);
const hasCurl = await run('bash', ['-c', 'curl --version && openssl version']).then(
  () => true,
  () => false,
);

if (!hasCurl) console.warn('SKIPPED “the printed curl session …”: curl or openssl is not installed.');
test.skipIf(!hasCurl)('the printed curl session goes from authorize to a filed document', async () => {
  const { service } = await start({ seed: 'firm', applyDelayMs: 20 });
  const { stdout } = await run('bash', ['-u', '-c', curlSession(service)]);
  expect(stdout).toContain('content: 200');
  expect(stdout).toContain('Note filed with curl.txt');
  const file = service
    .matterIds()
    .flatMap((matterId) =>
      service.filesOf(matterId).map(({ fileName, fileId }) => ({ matterId, fileName, fileId })),
    )
    .find(({ fileName }) => fileName === 'Note filed with curl.txt');
  const sha256 = createHash('sha256').update('A note filed with curl.\n').digest('hex');
  expect(service.contentOf(file?.matterId ?? '', file?.fileId ?? '')).toMatchObject([{ sha256 }]);
});
