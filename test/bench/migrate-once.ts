import { prepareFile } from '../../main/engine/store/opening.ts';

// node migrate-once.ts FILE: prepares a database, and prints in how many seconds and with how many bytes of memory at most.
const [file = ''] = process.argv.slice(2);
const startedAt = performance.now();
prepareFile(file, () => Date.now());
const seconds = (performance.now() - startedAt) / 1000;
console.log(JSON.stringify({ seconds, bytes: process.resourceUsage().maxRSS * 1024 }));
