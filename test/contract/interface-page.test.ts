import { describe, expect, it } from 'vitest';
import { checkInterface, clientFunctions, readSources, screens } from './interface-page.ts';

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
    const without = { ...screens, 'staff.list': '' };
    expect(checkInterface(readSources(), clientFunctions(), without)).toContain('staff.list: no screen');
  });

  it('fails for a client function nobody knows', () => {
    const functions = [...clientFunctions(), 'matters.shred'];
    expect(checkInterface(readSources(), functions)).toContain(
      'matters.shred: a client function of no operation of the spec',
    );
  });
});
