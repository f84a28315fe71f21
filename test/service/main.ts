import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PracticeService, type Region, startPracticeService } from './index.ts';
import { curlSession } from './walkthrough.ts';

const usage = `npm run service -- [--port N] [--directory DIR] [--seed firm|empty] [--region AU|UK|US] [--limit]

  --port N         port of the service (default: the one used before in DIR, or any free one)
  --directory DIR  where state and contents are kept (default: a folder in the temporary directory)
  --seed           what a new directory starts with: firm (default) or empty
  --region         UK (default), AU or US
  --limit          answer 429 beyond 5 requests a second with bursts of 5`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      directory: { type: 'string', default: join(tmpdir(), 'matterline-practice-service') },
      seed: { type: 'string', default: 'firm' },
      region: { type: 'string', default: 'UK' },
      limit: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  const { region } = values;
  if (
    values.help ||
    !Number.isInteger(port) ||
    port < 0 ||
    port > 65_535 ||
    !isRegion(region) ||
    !isSeed(values.seed)
  ) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const service = await startPracticeService({
    directory: values.directory,
    port,
    seed: values.seed,
    region,
    rateLimit: values.limit ? { perSecond: 5, burst: 5 } : null,
  });
  console.log(description(service, values.directory));
  const stop = (): void => {
    console.log('\nStopping.');
    service.stop().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function isRegion(text: string): text is Region {
  return text === 'AU' || text === 'UK' || text === 'US';
}

function isSeed(text: string): text is 'firm' | 'empty' {
  return text === 'firm' || text === 'empty';
}

function description(service: PracticeService, directory: string): string {
  const { baseUrl, authUrl, apiKey, people } = service;
  const connection = { baseUrl, authUrl, clientId: 'matterline-desktop', apiKey, redirect: 'custom' };
  return `The practice service is running; Ctrl+C stops it. State: ${directory}

  service   ${baseUrl}
  sign-in   ${authUrl}
  storage   ${service.storageUrl}
  control   ${service.controlUrl}  (makes it misbehave; for tests)
  people    ${people.map(({ username }) => username).join(', ')}
  password  ${people[0]?.password} (for everyone)

Connection file for the application:

${JSON.stringify(connection, null, 2)}

From authorize to upload with curl:

${curlSession(service)}
`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
