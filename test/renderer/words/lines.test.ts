import { describe, expect, it } from 'vitest';
import { addedNotice, addLabel, lastPart } from '../../../renderer/words/adding.ts';
import { addressProblem } from '../../../renderer/words/address.ts';
import { count, percent } from '../../../renderer/words/count.ts';
import { filingLine, standingLine } from '../../../renderer/words/engineLine.ts';
import { fileKind } from '../../../renderer/words/fileKind.ts';
import { stateDetail, stateLine } from '../../../renderer/words/states.ts';
import { type EngineStatus, statusBefore } from '../../../shared/model/index.ts';

const now = Date.parse('2025-11-21T14:00:00Z');
const status: EngineStatus = { ...statusBefore, service: 'online' };

describe('the status line', () => {
  it('says why the service is away and when it is tried again', () => {
    const offline = {
      ...status,
      service: 'offline' as const,
      why: 'the service does not answer.',
      nextTryAt: '2025-11-21T14:00:20Z',
    };
    expect(standingLine(offline, now)).toEqual({
      standing: 'offline',
      words: 'Offline: the service does not answer. Next try in 20 seconds.',
    });
  });

  it('says that requests go through the firm’s hub', () => {
    expect(standingLine({ ...status, throughHub: true }, now).words).toBe('Online, through the firm’s hub');
    expect(standingLine(status, now).words).toBe('Online');
  });

  it('says that nothing is lost while the engine starts again', () => {
    const stopped = { ...status, engine: 'stopped' as const };
    const before = { ...stopped, mattersCheckedAt: '2025-11-21T13:59:00Z' };
    expect(standingLine(before, now).words).toBe('Restarting. Nothing saved is lost.');
    expect(standingLine({ ...stopped, mattersCheckedAt: null }, now).words).toBe('Starting…');
  });

  it('never says that saves wait beside “All saves filed”', () => {
    const signedOut = { ...status, service: 'signed-out' as const };
    expect(filingLine(signedOut)).toBe('All saves filed');
    expect(standingLine(signedOut, now).words).not.toMatch(/wait/u);
  });

  it('calls everything filed only when nothing waits, is under way or is a problem', () => {
    expect(filingLine(status)).toBe('All saves filed');
    expect(filingLine(status, { isAdding: true })).toBe('Looking for changes…');
    expect(filingLine(status, { othersWait: true })).toBe('All your saves filed');
    expect(filingLine({ ...status, service: 'signed-out', isNobodys: true })).toBe(
      'What waits is known once you sign in',
    );
    expect(filingLine({ ...status, engine: 'stopped' })).toBe('Looking for changes…');
    expect(filingLine({ ...status, service: 'unknown' })).toBe('Looking for changes…');
    expect(filingLine({ ...status, problems: 1 })).toBe('1 problem');
    expect(filingLine({ ...status, kept: 2 })).toBe('All other saves filed, 2 kept unfiled');
    expect(filingLine({ ...status, unread: 1 })).toBe('1 changed file not read yet');
    expect(filingLine({ ...status, sent: 2 })).toBe('2 sent, not yet filed');
    expect(filingLine({ ...status, waiting: 3, sending: 1 })).toBe('3 waiting, 1 sending');
  });
});

describe('the state of a document', () => {
  it('tells how far it is and how many saves wait', () => {
    const sending = { state: 'sending' as const, progress: { sent: 42, of: 100 }, pending: 1 };
    expect(stateLine(sending)).toBe('Sending, 42%');
    expect(stateLine({ state: 'waiting', progress: null, pending: 3 })).toBe('Waiting, 3 saves');
    expect(stateLine({ state: 'filed', progress: null, pending: 0 })).toBe('Filed');
  });

  it('tells the cause and the next try', () => {
    const words = stateDetail(
      { detail: 'Another program holds it.', nextTryAt: '2025-11-21T14:05:00Z' },
      now,
    );
    expect(words).toBe('Another program holds it. Next try in 5 minutes.');
    expect(stateDetail({ detail: null, nextTryAt: null }, now)).toBeNull();
  });

  it('never shows 100% before all is there', () => {
    expect(percent({ sent: 999, of: 1000 })).toBe('99%');
    expect(percent({ sent: 5, of: 0 })).toBe('0%');
    expect(percent({ sent: 9, of: 5 })).toBe('100%');
  });
});

describe('adding documents', () => {
  const refusal = {
    code: 'name-too-long' as const,
    what: 'Too long.',
    why: 'Limit 256.',
    next: 'Rename it.',
  };
  const added = (name: string) => ({ path: `/x/${name}`, outcome: 'added' as const, name });
  const refused = (name: string) => ({ path: `C:\\x\\${name}`, outcome: 'refused' as const, refusal });

  it('says beforehand what letting go would do', () => {
    expect(addLabel(3, 'Pleadings')).toBe('Add 3 documents to Pleadings');
    expect(addLabel(1, '\u202Eevil')).toBe('Add 1 document to [U+202E]evil');
    expect(addLabel(0, 'Pleadings')).toBe('Add documents to Pleadings');
  });

  it('tells what was added and what was not, and why', () => {
    expect(addedNotice([added('a.pdf')], 'P')).toEqual({
      intent: 'success',
      title: 'Added “a.pdf” to P',
      lines: [],
    });
    expect(addedNotice([added('a'), added('b'), refused('c')], 'P')).toEqual({
      intent: 'warning',
      title: 'Added 2 documents to P, 1 document not added',
      lines: ['“c”: Too long. Limit 256. Rename it.'],
    });
    expect(addedNotice([refused('c')], 'P')).toMatchObject({
      intent: 'error',
      title: '1 document not added',
    });
    expect(addedNotice([], 'P')).toBeNull();
  });

  it('names a few refused ones and counts the rest', () => {
    const notice = addedNotice(
      Array.from({ length: 500 }, (_, index) => refused(`${index}`)),
      'P',
    );
    expect(notice?.lines).toHaveLength(6);
    expect(notice?.lines.at(-1)).toBe('And 495 more.');
    expect(notice?.others).toHaveLength(495);
    expect(notice?.others?.at(-1)).toBe('“499”: Too long. Limit 256. Rename it.');
  });

  it('names each document that may have been added, when that is asked for', () => {
    const paths = Array.from({ length: 7 }, (_, index) => `/x/${index}`);
    const notice = addedNotice([], 'P', 0, { paths, refusal });
    expect(notice?.others).toEqual(['“5”', '“6”']);
  });

  it('finds the name in paths of every system', () => {
    expect([lastPart('/a/b.txt'), lastPart('C:\\a\\b.txt'), lastPart('/a/b/')]).toEqual([
      'b.txt',
      'b.txt',
      'b',
    ]);
  });
});

describe('a typed address', () => {
  it.each(['https://api.firm.example', ' https://x.example/base ', 'http://127.0.0.1:8080'])(
    '%s is taken',
    (text) => {
      expect(addressProblem(text)).toBeNull();
    },
  );

  it.each([
    '',
    'firm.example',
    'http://firm.example',
    'http://127.0.0.1.evil.example',
    'ftp://x.example',
    'javascript:alert(1)',
    'https://user:pass@x.example',
  ])('%s is refused in words', (text) => {
    expect(addressProblem(text)).toMatch(/\.$/u);
  });
});

describe('small words', () => {
  it('counts', () => {
    expect([count(1, 'matter'), count(0, 'matter'), count(50_000, 'matter')]).toEqual([
      '1 matter',
      '0 matters',
      '50,000 matters',
    ]);
  });

  it('knows kinds of documents by their names', () => {
    expect(['a.DOCX', 'b.pdf', '.pdf', 'none', 'x.constructor'].map(fileKind)).toEqual([
      'text',
      'pdf',
      'other',
      'other',
      'other',
    ]);
  });
});
