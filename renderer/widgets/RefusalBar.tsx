import { later } from './later.tsx';

/** What cannot be done, why, and what to do next. Most first screens have none of it. */
export const RefusalBar = later(async () => (await import('./RefusalMessage.tsx')).RefusalMessage);
