import { useEffect, useState } from 'react';
import type { ProxyQuestion as Question } from '../../shared/model/proxy.ts';
import { follow } from '../conversation/follow.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { later } from '../widgets/later.tsx';

const ProxySignIn = later(async () => (await import('./ProxySignIn.tsx')).ProxySignIn);

/** Asks for the name and password of a proxy that lets nothing through without, whatever the window shows. */
export function ProxyQuestion() {
  const { client } = useConversation();
  const [question, setQuestion] = useState<Question | null>(null);
  const [putOff, setPutOff] = useState<Question | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    void follow((signal) => client.app.proxyQuestion(undefined, { signal }), setQuestion, gone.signal);
    return () => gone.abort();
  }, [client]);
  if (!question || question === putOff) return null;
  return (
    <ProxySignIn key={JSON.stringify(question)} question={question} onClose={() => setPutOff(question)} />
  );
}
