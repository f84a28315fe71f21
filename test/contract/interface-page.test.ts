import { describe, expect, it } from 'vitest';
import { checkInterface, clientFunctions, readSources } from './interface-page.ts';
import { notUsed, screens } from './screens.ts';
import { usesOf, windowSources } from './window-uses.ts';

describe('the check of the interface', () => {
  it('finds nothing missing', () => {
    expect(checkInterface()).toEqual([]);
  });

  it('fails for an operation without a contract test', () => {
    const { tests, tables } = readSources();
    const without = new Map([...tests].filter(([id]) => id !== 'staff.list'));
    expect(checkInterface({ tests: without, tables })).toContain('staff.list: no contract test');
  });

  it('fails for an operation without a client function', () => {
    const functions = clientFunctions().filter((id) => id !== 'webhooks.create');
    expect(checkInterface(readSources(), functions)).toContain('webhooks.create: no client function');
  });

  it('fails for a table of the spec without contract tests', () => {
    const { tests, tables } = readSources();
    const without = new Map([...tables].filter(([table]) => table !== 'Limits'));
    expect(checkInterface({ tests, tables: without })).toContain('spec table Limits: no contract tests');
  });

  it('fails for an operation that no screen reaches', () => {
    const { 'staff.list': _, ...without } = screens;
    expect(checkInterface(readSources(), clientFunctions(), without)).toContain('staff.list: no screen');
  });

  it('fails for a client function nobody knows', () => {
    const functions = [...clientFunctions(), 'matters.shred'];
    expect(checkInterface(readSources(), functions)).toContain(
      'matters.shred: a client function of no operation of the spec',
    );
  });

  it('fails for an operation whose screen does not ask for it any more, or that nothing opens', () => {
    const sources = windowSources();
    const without = (path: RegExp, before: string, after: string) =>
      notUsed(
        usesOf(
          sources.map((source) =>
            path.test(source.path) ? { ...source, text: source.text.replaceAll(before, after) } : source,
          ),
        ),
      );
    expect(without(/LayoutSection/, 'records.layoutContacts', 'records.layouts')).toEqual([
      'layouts.contacts: no screen uses engine.records.layoutContacts',
    ]);
    expect(without(/newForms/, "operation: 'webhooks.create'", "operation: 'plugins.put'")).toEqual([
      'webhooks.create: no screen makes its form',
    ]);
    expect(without(/./, './StageLine.tsx', './FactTable.tsx')).toEqual([
      'stageSets.read: no screen uses engine.records.stageSet',
    ]);
  });

  it('fails for what the contract has of the service’s records for no operation, and for what it has not', () => {
    const uses = usesOf(windowSources());
    const { 'layouts.list': layouts, ...others } = screens;
    expect(notUsed(uses, others)).toEqual(['engine.records.layouts: in the contract for no operation']);
    const misspelt = { ...screens, 'layouts.list': { ...layouts, asks: ['engine.records.layout'] } };
    expect(notUsed(uses, misspelt)).toContain('layouts.list: the contract has no engine.records.layout');
  });
});
