import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { SignOutDialog } from './SignOutDialog.tsx';

export function SignOutButton() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Sign out…</Button>
      {asking ? <SignOutDialog onClose={() => setAsking(false)} /> : null}
    </>
  );
}
