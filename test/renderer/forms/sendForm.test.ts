import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { newTask } from '../../../renderer/forms/newForms.ts';
import { personsIn, sendEdit, withdraw, withNewIds } from '../../../renderer/forms/sendForm.ts';
import { matterIdSchema, type RequestId } from '../../../shared/model/index.ts';

const randomId = () => crypto.randomUUID() as RequestId;
const ana = { id: randomId(), firstName: 'Ana', lastName: 'Bell', email: '' };
const other = { ...ana, id: randomId() };
const form = {
  ...newTask(matterIdSchema.parse(crypto.randomUUID())),
  contact: { kind: 'requested' as const, requestId: ana.id, name: 'Ana Bell' },
};
const edit = { edits: { id: randomId(), revision: 0 }, form, draft: crypto.randomUUID() };
const refusal = { code: 'request-not-possible', what: 'Not changed.', why: 'It was sent.', next: 'Look.' };
const refused = new ORPCError('REFUSED', { status: 422, message: 'x', data: refusal, defined: true });

function engine(answer: { edit?: unknown; cancel?: unknown } = {}) {
  const calls: string[] = [];
  const of = (name: 'submit' | 'edit' | 'cancel') => async (): Promise<never> => {
    calls.push(name);
    if (name !== 'submit' && answer[name]) throw answer[name];
    return undefined as never;
  };
  return { calls, requests: { submit: of('submit'), edit: of('edit'), cancel: of('cancel') } as never };
}

test('only persons whom the form names are asked for', () => {
  expect(personsIn(form, [ana, other]).map(({ id }) => id)).toEqual([ana.id]);
});

test('a change that is refused asks for none of its new persons', async () => {
  const { calls, requests } = engine({ edit: refused });
  expect(await sendEdit(requests, edit, [ana, other])).toEqual({ error: refused, withdrawn: [ana.id] });
  expect(calls).toEqual(['submit', 'edit', 'cancel']);
});

test('persons of a change that may have been taken, or who are on their way, stay asked for', async () => {
  const lost = engine({ edit: new Error('the engine died') });
  await expect(sendEdit(lost.requests, edit, [ana])).rejects.toThrow('the engine died');
  expect(lost.calls).toEqual(['submit', 'edit']);
  const late = engine({ edit: refused, cancel: refused });
  expect(await sendEdit(late.requests, edit, [ana])).toEqual({ error: refused, withdrawn: [] });
  expect(await sendEdit(engine().requests, edit, [ana])).toBeNull();
});

test('who was withdrawn is asked for anew under another id, in the form too', () => {
  const renewed = new Map([[ana.id, randomId()]]);
  const people = withNewIds([ana, other], renewed);
  expect(people.map(({ id }) => id)).toEqual([renewed.get(ana.id), other.id]);
  expect(personsIn(withNewIds(form, renewed), people)).toHaveLength(1);
});

test('what is asked for of a matter no more is taken back, where a try that nobody answered kept it', async () => {
  const none = new ORPCError('REFUSED', {
    ...{ status: 422, message: 'x', defined: true },
    data: { ...refusal, code: 'not-found' },
  });
  const kept = engine();
  await withdraw(kept.requests, [ana.id, other.id]);
  expect(kept.calls).toEqual(['cancel', 'cancel']);
  const never = engine({ cancel: none });
  await withdraw(never.requests, [ana.id, other.id]);
  expect(never.calls).toEqual(['cancel', 'cancel']);
  const late = engine({ cancel: refused });
  await expect(withdraw(late.requests, [ana.id])).rejects.toBe(refused);
});
