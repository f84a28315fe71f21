import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { Confirm } from '../widgets/Confirm.tsx';
import { Modal } from '../widgets/Modal.tsx';
import { actionWords } from './actionWords.ts';
import { type Shown, whatCame } from './shown.ts';
import type { Action } from './useProblemActions.ts';

interface ActionButtonProps {
  action: Action;
  /** What it is about, for who cannot see where the button is. */
  about: string;
  /** What the person sees of the problem now. */
  shown: Shown;
  busy: boolean;
  /** It is what we would do. */
  isRecommended: boolean;
  onAct: (action: Action, shown: Shown) => void;
}

/** One way out of a problem; asked about once more where it cannot be taken back. */
export function ActionButton({ action, about, shown, busy, isRecommended, onAct }: ActionButtonProps) {
  // What was shown when the question was opened is what its answer is about, whatever comes meanwhile.
  const [asked, setAsked] = useState<Shown | null>(null);
  const { label, ask } = actionWords[action];
  const close = () => setAsked(null);
  const came = asked ? whatCame(asked, shown) : null;
  return (
    <>
      <Button
        size="small"
        appearance={isRecommended ? 'primary' : 'secondary'}
        aria-label={`${label}: ${about}`}
        disabledFocusable={busy}
        onClick={() => (ask ? setAsked(shown) : onAct(action, shown))}
      >
        {label}
      </Button>
      {asked && ask && came === null ? (
        <Confirm
          title={ask.title}
          confirm={ask.confirm}
          onConfirm={() => onAct(action, asked)}
          onClose={close}
        >
          {ask.words}
        </Confirm>
      ) : null}
      {came === null ? null : (
        <Modal title="Read it again first" onClose={close} actions={<Button onClick={close}>Close</Button>}>
          <p>{came} Nothing was decided. Look at it, and decide again.</p>
        </Modal>
      )}
    </>
  );
}
