import { useTell } from '../frame/notices.tsx';
import { goTo } from '../place/usePlace.ts';

/** Tells that a form was taken, and where it is to be seen. */
export function useRequested(): () => void {
  const tell = useTell();
  return () =>
    tell({
      intent: 'success',
      title: 'Requested',
      lines: ['It is sent as soon as the service answers; until then it can be changed.'],
      action: { label: 'Show requests', run: () => goTo({ screen: 'firm', part: 'requests' }) },
    });
}
