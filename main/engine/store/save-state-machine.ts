/** The states of a save, and what each means; docs/life-of-a-save.md shows the same. */
export const saveStates = {
  waiting: 'Captured; to be announced now, or at its next try. Says why when something went wrong before.',
  sending:
    'Announced. What the service has of it is not known yet; after a crash, history is looked at first.',
  sent: 'The upload address took all of its content. Not shown by the service yet.',
  filed: 'The service accepted it, and its history shows it.',
  problem: 'Needs a person: says what, why and what next.',
  kept: 'Not filed, because the person chose so, or not proven to be; or handed over to whose it is. It stays in the vault.',
} as const;

export type SaveState = keyof typeof saveStates;

interface Transition {
  readonly from: readonly SaveState[];
  readonly to: SaveState;
  readonly when: string;
}

/** Everything that can happen to a save that is in the outbox. The first state is `waiting` or `problem`. */
export const transitions = {
  announcing: {
    from: ['waiting'],
    to: 'sending',
    when: 'Its turn came: first unfinished save of its document, and nobody filed anything newer.',
  },
  sent: {
    from: ['sending'],
    to: 'sent',
    when: 'The upload address accepted the content, or the service a new name or place.',
  },
  filed: {
    from: ['waiting', 'sending', 'sent', 'problem'],
    to: 'filed',
    when: 'It was accepted and history shows it, perhaps long after a person was asked why it does not.',
  },
  again: {
    from: ['waiting', 'sending'],
    to: 'waiting',
    when: 'It was certainly not taken, or history did not show it for a while: tried again, with the reason shown.',
  },
  needsPerson: {
    from: ['waiting', 'sending', 'sent'],
    to: 'problem',
    when: 'Trying again would not help, or would bury a version that may be somebody else’s; or it was sent long ago and is never shown.',
  },
  cancel: {
    from: ['waiting'],
    to: 'kept',
    when: 'It renames or moves a document that the service does not have, or a copy that is kept unfiled beside versions of somebody else: there is nothing to do.',
  },
  retry: { from: ['problem'], to: 'waiting', when: 'The person said: try again.' },
  repaired: {
    from: ['problem'],
    to: 'waiting',
    when: 'Its copy in the vault was damaged, and was made whole again from the document.',
  },
  fileOnTop: {
    from: ['problem'],
    to: 'waiting',
    when: 'The person said: file it on top of the newer version.',
  },
  fileSeparately: {
    from: ['waiting', 'problem'],
    to: 'waiting',
    when: 'The person said: file it, and what was saved after it, as a separate document.',
  },
  alreadyThere: {
    from: ['problem'],
    to: 'kept',
    when: 'The person said: the version that history shows is this save.',
  },
  keepUnfiled: { from: ['problem'], to: 'kept', when: 'The person said: keep it unfiled.' },
  fileHeld: {
    from: ['waiting'],
    to: 'waiting',
    when: 'It was held as one of many that changed at once, and the person said: file them all. On its way then, it goes on.',
  },
  keepHeld: {
    from: ['waiting'],
    to: 'kept',
    when: 'The same, and the person said: keep them all unfiled. On its way then, it is once it is known that it did not arrive.',
  },
  outcomeLost: {
    from: ['sending', 'sent'],
    to: 'problem',
    when: 'The program’s own records were damaged, and with them what history had shown: whether it is filed cannot be told.',
  },
  handedOver: {
    from: ['waiting', 'sending', 'sent', 'problem', 'kept'],
    to: 'kept',
    when: 'It was captured for the wrong person, and goes on in the workspace of the one whose it is.',
  },
  lookAtHeld: {
    from: ['waiting'],
    to: 'problem',
    when: 'The same, and the person wants to look at each.',
  },
} as const satisfies Record<string, Transition>;

export type SaveEvent = keyof typeof transitions;

/** Where a save goes; null when this cannot happen to a save in this state. */
export function stateAfter(state: SaveState, event: SaveEvent): SaveState | null {
  const { from, to }: Transition = transitions[event];
  return from.includes(state) ? to : null;
}
