import type { Harm } from '../../../model/harm.ts';
import { compareText } from '../../../model/text.ts';

/** Orders harms: weakening ones first, then by severity, worst first, then by their sentence. */
export function compareHarms(a: Harm, b: Harm): number {
  if (a.direction !== b.direction) return a.direction === 'weakens' ? -1 : 1;
  if (a.severity !== b.severity) return b.severity - a.severity;
  return compareText(a.because, b.because);
}
