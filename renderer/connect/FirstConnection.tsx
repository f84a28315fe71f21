import { useQuery } from '@tanstack/react-query';
import type { Session } from '../../shared/model/index.ts';
import { useConversation, useStatus } from '../conversation/useConversation.ts';
import { Loading } from '../widgets/Loading.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';

interface FirstConnectionProps {
  session: Extract<Session, { state: 'unconfigured' }>;
  onLookInside: () => void;
}

/** Nothing is connected yet, or a connection lacks its secrets: what is known of it is filled in, and what is kept can be looked at. */
export function FirstConnection({ session, onLookInside }: FirstConnectionProps) {
  const { queries } = useConversation();
  const { data: view, isPending } = useQuery(queries.app.connection.queryOptions());
  const somethingKept = useStatus()?.mattersCheckedAt != null && session.left !== true;
  if (isPending) return <Loading label="Starting" />;
  return (
    <ConnectionForm
      refusal={session.refusal}
      {...(view && { view })}
      {...(view && somethingKept && { onLookInside })}
    />
  );
}
