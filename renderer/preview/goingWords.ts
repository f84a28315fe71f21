import type { PreviewStep } from '../../shared/model/index.ts';
import { sizeWords } from '../words/size.ts';

/** What goes on before there is anything to see. */
export function goingWords(going: Extract<PreviewStep, { step: 'fetching' | 'reading' }>): string {
  if (going.step === 'reading') return 'Reading…';
  const { done, of } = going;
  return of === null || done === 0
    ? 'Fetching it from the service…'
    : `Fetching it from the service: ${sizeWords(done)} of ${sizeWords(of)}`;
}
