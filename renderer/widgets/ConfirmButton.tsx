import { Button } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import { Confirm } from './Confirm.tsx';

interface ConfirmButtonProps {
  label: string;
  appearance?: 'secondary' | 'subtle';
  title: string;
  children: ReactNode;
  confirm: string;
  onConfirm: () => void;
}

/** A button whose deed is asked about once more, with its consequences. */
export function ConfirmButton({ label, appearance = 'secondary', ...asked }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button appearance={appearance} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking ? <Confirm {...asked} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
