import { z } from 'zod';
import type { DiagnosisStep } from '../../shared/model/index.ts';

type Finding = Omit<DiagnosisStep, 'step'>;

const health = z.object({ hub: z.literal('ok'), service: z.string(), pausedSeconds: z.number() });

/** What the firm's hub says of itself at `/hub/health`, once something answered there. */
export function hubFinding(origin: string, status: number, body: string): Finding {
  const told = health.safeParse(jsonOf(body));
  if (status !== 200 || !told.success) {
    return {
      result: 'fail',
      words: `Something answers at ${origin}, and it is not the firm’s hub.`,
      adviceForIt: `GET /hub/health was answered with ${status}, and not as a hub answers it. Look at what stands in front of the hub.`,
    };
  }
  const { service, pausedSeconds } = told.data;
  if (pausedSeconds > 0) {
    return {
      result: 'warn',
      words: `The firm’s hub answers at ${origin}; the practice service wants no requests for ${pausedSeconds} seconds.`,
      adviceForIt: 'The limit in the hub’s configuration may be more than the service takes.',
    };
  }
  if (service === 'reached' || service === 'not asked yet')
    return { result: 'ok', words: `The firm’s hub answers at ${origin}.`, adviceForIt: null };
  return {
    result: 'fail',
    words: `The firm’s hub answers at ${origin}, and cannot reach the practice service.`,
    adviceForIt: `The hub’s last request to the service: ${service}. Look at its network and its log.`,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
