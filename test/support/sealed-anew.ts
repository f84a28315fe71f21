import { createHash } from 'node:crypto';
import { base64Of, joined, utf8 } from '../../shared/evidence/bytes.ts';
import { leafIndexOf } from '../../shared/evidence/leaf-index.ts';
import { batchProof } from '../../shared/evidence/merkle.ts';
import {
  type RecordStatement,
  recordText,
  statementText,
  writtenEntry,
} from '../../shared/evidence/record.ts';
import { madeDocument, type openLog } from './made-record.ts';

/** What somebody makes who can write into the database, and has no key: a statement of their own, sealed and signed by the program. */
export async function sealedAnew(
  log: ReturnType<typeof openLog>,
  statement: RecordStatement,
  detail = 'record-document json 1.0',
): Promise<string> {
  const { custody } = log.stores;
  const bytes = utf8(statementText(statement));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const scope = { ...madeDocument, versionId: null };
  const seal = custody.sealing(scope, detail, 'R.json', { sha256, size: bytes.length });
  const made = await log.keeper.now();
  if (!made.ok) throw new Error(made.error.why);
  const { size, note } = made.value;
  const places = new Set([...statement.listed, seal.seq].map((seq) => leafIndexOf(statement.log, seq)));
  const read = custody.tree.reader(custody.treeNow);
  const proof = base64Of(joined(...batchProof([statement.log.entriesBefore, ...places], size, read)));
  const entry = writtenEntry(seal, {});
  return recordText({
    format: 'matterline-record-1',
    statement,
    seal: { entry, checkpoint: note, proof, consistency: [] },
  });
}
