import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { Confirm } from '../widgets/Confirm.tsx';
import { actionWords } from './actionWords.ts';
import type { Action } from './useProblemActions.ts';

interface ActionButtonProps {
  action: Action;
  /** What it is about, for who cannot see where the button is. */
  about: string;
  busy: boolean;
  onAct: (action: Action) => void;
}

/** One way out of a problem; asked about once more where it cannot be taken back. */
export function ActionButton({ action, about, busy, onAct }: ActionButtonProps) {
  const [asking, setAsking] = useState(false);
  const { label, ask } = actionWords[action];
  return (
    <>
      <Button
        size="small"
        appearance={action === 'retry' || action === 'file' ? 'primary' : 'secondary'}
        aria-label={`${label}: ${about}`}
        disabledFocusable={busy}
        onClick={() => (ask ? setAsking(true) : onAct(action))}
      >
        {label}
      </Button>
      {asking && ask ? (
        <Confirm
          title={ask.title}
          confirm={ask.confirm}
          onConfirm={() => onAct(action)}
          onClose={() => setAsking(false)}
        >
          {ask.words}
        </Confirm>
      ) : null}
    </>
  );
}
