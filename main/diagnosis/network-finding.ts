import type { DiagnosisStep } from '../../shared/model/index.ts';

const causes: readonly { readonly codes: RegExp; readonly words: string; readonly adviceForIt: string }[] = [
  {
    codes: /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)/,
    words: 'answers with a certificate that this computer does not trust, so nothing is sent.',
    adviceForIt:
      'If the network looks into encrypted connections, put its authority among this computer’s trusted ones.',
  },
  {
    codes: /PROXY_AUTH|UNSUPPORTED_AUTH/,
    words: 'is behind a proxy that asks for a name and password.',
    adviceForIt: 'The proxy has to let the program through, by Basic sign-in or without one.',
  },
  {
    codes: /PROXY|TUNNEL/,
    words: 'is behind a proxy that does not let Matterline through.',
    adviceForIt: 'Look at the proxy, and allow this address there.',
  },
  {
    codes: /NAME_NOT_RESOLVED|ENOTFOUND|EAI_AGAIN/,
    words: 'was not found on this network.',
    adviceForIt: 'The name cannot be resolved.',
  },
  {
    codes: /INTERNET_DISCONNECTED|ENETUNREACH|NETWORK_CHANGED/,
    words: 'cannot be reached: this computer is not connected.',
    adviceForIt: 'There is no network.',
  },
  {
    codes: /REFUSED/,
    words: 'does not take connections.',
    adviceForIt: 'The connection is refused: a firewall, or the service is down.',
  },
  {
    codes: /TIMED_?OUT|TIMEOUT/,
    words: 'does not answer in time.',
    adviceForIt: 'Packets to this address are dropped, or it is very slow.',
  },
];

/** What a failed connection means, in words. Tells the origin and the code of the failure, and nothing else. */
export function networkFinding(what: string, origin: string, code: string): Omit<DiagnosisStep, 'step'> {
  const cause = causes.find(({ codes }) => codes.test(code));
  return {
    result: 'fail',
    words: `${what} ${cause?.words ?? 'cannot be reached.'}`,
    adviceForIt: `${cause?.adviceForIt ?? 'The connection fails.'} (${origin}, ${code.slice(0, 60)})`,
  };
}
