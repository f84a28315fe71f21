import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../../main/engine/store/database.ts';
import { storesOn } from '../../../../main/engine/store/stores.ts';
import type { FileId, MatterId } from '../../../../shared/model/index.ts';
import { testAuditContext } from '../../../support/audit-context.ts';

const matterId = 'm1' as MatterId;

/** Everything that `work` asks of the database, and how SQLite answers it. */
function plansOf(
  work: (links: ReturnType<typeof storesOn>['links']) => void,
): { readonly sql: string; readonly plan: string }[] {
  const directory = mkdtempSync(join(tmpdir(), 'matterline-test-'));
  const database = openDatabase(join(directory, 'matterline.db'));
  onTestFinished(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });
  const { links } = storesOn(database, testAuditContext);
  const prepare = vi.spyOn(database, 'prepare');
  work(links);
  const asked = prepare.mock.calls.map(([sql]) => sql);
  return asked.map((sql) => {
    const plan = database.prepare<string[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
    const steps = plan.all(...Array.from(sql.matchAll(/\?/g), () => ''));
    return { sql, plan: steps.map(({ detail }) => detail).join('; ') };
  });
}

test('what is asked for each save of a matter looks at a few of its files, however many it has', () => {
  const plans = plansOf((links) => {
    links.file(matterId, 'Letter.docx');
    links.fileOfDocument(matterId, 'f1' as FileId);
    links.mayBeMoved(matterId, '1:2:3', 'content');
    links.renameCandidates(matterId, '1:2:3', 'content');
    links.elsewhere(matterId, '1:2:3');
    links.withContent('content');
    links.raiseBase(matterId, 'f1' as FileId, { entryId: 'e1', upTo: 1 });
  });
  expect(plans).toHaveLength(9);
  const throughAll = plans.filter(({ plan }) => {
    const steps = [...plan.matchAll(/(?:SCAN|SEARCH) local_file(?: USING [^(]*\(([^)]*)\))?/g)];
    return steps.length === 0 || steps.some(([, terms = '']) => terms === '' || terms === 'matter_id=?');
  });
  expect(throughAll).toEqual([]);
});
