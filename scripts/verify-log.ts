import { createReadStream } from 'node:fs';
import { verifyExport } from '../main/engine/features/custody/verify-export.ts';

// npm run verify-log -- FILE: 0 when an exported custody log is as it was written, 1 when not, 2 when it is none.
process.exitCode = await verify(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});

async function verify([file, ...more]: string[]): Promise<number> {
  if (file === undefined || more.length > 0) {
    console.error('usage: npm run verify-log -- FILE');
    return 2;
  }
  const found = await verifyExport(createReadStream(file));
  switch (found.outcome) {
    case 'whole': {
      const { header, shown, leftOut } = found;
      console.log(
        `The log is as it was written: entries 1 to ${header.lastSeq}, exported ${header.exportedAt}.`,
      );
      console.log(`${shown} in full, ${leftOut} of other documents by their hashes only.`);
      console.log(`It ends with ${header.headHash}: compare this with what you were given by other means.`);
      return 0;
    }
    case 'broken': {
      const { seq, fault, why } = found.fault;
      console.log(
        `The log is NOT as it was written. ${seq === null ? 'Its header' : `Entry ${seq}`} is ${fault}.`,
      );
      console.log(why);
      return 1;
    }
    case 'not-an-export':
      console.error('This file is not an exported custody log.');
      return 2;
  }
}
