import type { Mutation } from './mutation.ts';

/** Faults in what becomes of the person's requests: contacts, client tasks, changes of matters. */
export const mutationsOfRequests: readonly Mutation[] = [
  {
    name: 'make again what may be made already',
    breaks: '5: nothing that was asked for is made twice unasked',
    needs: ['asks for a contact', 'calls go wrong'],
    file: 'features/requests/sender.ts',
    find: '    if (attempt.before !== null || mayBeRepeated(form)) {\n',
    replace: '    if (attempt.startedAt > 0 || mayBeRepeated(form)) {\n',
  },
  {
    name: 'let a request leave before it is written down that it does',
    breaks: '5: nothing that was asked for is made twice unasked',
    needs: ['asks for a contact', 'engine killed', 'network slow'],
    file: 'features/requests/sender.ts',
    find: "        stores.requests.stands(request, { state: 'sending', attempt }, clock.now(), {\n          kind: 'request-sending',\n        });\n",
    replace: '        void clock;\n',
  },
  {
    name: 'send the requests of one record beside each other',
    breaks: '5: requests of one record are taken in the order in which they were made',
    needs: ['describes a matter', 'calls go wrong'],
    file: 'store/requests.ts',
    find: "record = ? AND no < ? AND state NOT IN ('done', 'cancelled')",
    replace: "record = ? AND no < ? AND state = 'sending'",
  },
  {
    name: 'take a refusal of a request for its end',
    breaks: '4: a request that is done was taken by the service',
    needs: ['asks for a contact', 'one call is refused'],
    file: 'features/requests/sender.ts',
    find: "    if (retryable(error) === 'never' && !isSoon) {\n",
    replace:
      "    if (retryable(error) === 'never' && !isSoon && attempt) return isDone(this.#ports, request, { id: null, seen: false, wasSo: false });\n    if (retryable(error) === 'never' && !isSoon) {\n",
  },
  {
    name: 'keep a request without waiting for the disk',
    breaks: '5: a request that was kept is never lost',
    needs: ['database: may lose commits', 'asks for a contact', 'power cut', 'service out of reach'],
    file: 'store/stores.ts',
    find: '        database.transaction(work)();\n',
    replace:
      "        database.pragma('synchronous = NORMAL');\n        database.transaction(work)();\n        database.pragma('synchronous = FULL');\n",
  },
  {
    name: 'have requests wait for a clock that was set back',
    breaks: '5, 6: once trouble ends every request is done, or needs a person',
    needs: ['clock jumps', 'calls go wrong', 'describes a matter'],
    file: 'features/requests/sender.ts',
    find: '  return due > now + longestWait ? now : due;\n',
    replace: '  return now < 0 ? now : due;\n',
  },
  {
    name: 'say that a request does not show before anybody could look',
    breaks: '4: a request that needs a person has a cause that the world has',
    needs: ['computer sleeps', 'describes a matter'],
    file: 'features/requests/outcome.ts',
    find: "  const hasLooked = error.kind === 'not-there-yet' || retryable(error) === 'never';\n",
    replace: "  const hasLooked = error.kind !== 'aborted' || retryable(error) === 'never';\n",
  },
  {
    name: 'say of whatever is cancelled that it was not made',
    breaks: '4: a request that is done was taken by the service',
    needs: ['decides about a request', 'asks for a contact', 'calls go wrong'],
    file: 'features/requests/requests.ts',
    find: '        } else this.#cancels(request, attempt === null);\n',
    replace: '        } else this.#cancels(request, true);\n',
  },
  {
    name: 'tell the custody log nothing of how a request ended',
    breaks: '2: the custody log tells what happened to each request',
    needs: ['asks for a contact'],
    file: 'store/requests.ts',
    find: '      for (const event of events) this.#custody.ofRequest(request, event);\n',
    replace:
      "      for (const event of events) if (event.kind !== 'request-done') this.#custody.ofRequest(request, event);\n",
  },
  {
    name: 'forget the requests when a damaged database is made anew',
    breaks: '5: a request that was kept is never lost',
    needs: ['database: in a file', 'engine killed', 'asks for a contact'],
    file: 'store/salvage.ts',
    find: '  /^(sqlite_|matter$|',
    replace: '  /^(sqlite_|request$|matter$|',
  },
];
