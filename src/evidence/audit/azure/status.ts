import type { AzurePhase } from './types.ts';

/** The shapes have different words for the same status. */
const phases: ReadonlyMap<string, AzurePhase> = new Map([
  ['start', 'started'],
  ['started', 'started'],
  ['accept', 'accepted'],
  ['accepted', 'accepted'],
  ['inprogress', 'accepted'],
  ['running', 'accepted'],
  ['success', 'succeeded'],
  ['succeeded', 'succeeded'],
  ['failure', 'failed'],
  ['failed', 'failed'],
  ['cancel', 'failed'],
  ['canceled', 'failed'],
  ['cancelled', 'failed'],
]);

/** The phase that a status means; undefined for words that no known log has. */
export function phaseOf(status: string): AzurePhase | undefined {
  return phases.get(status.toLowerCase().replaceAll(/[ _.]/g, ''));
}

export function isFinal(phase: AzurePhase): boolean {
  return phase === 'succeeded' || phase === 'failed';
}
