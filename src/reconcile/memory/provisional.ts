import type { RememberInput } from './remember.ts';

/** Calls that were translated by a model's proposal and not confirmed by the provider. */
export function provisionalEvents({
  learning,
  knowledge,
}: Pick<RememberInput, 'learning' | 'knowledge'>): ReadonlySet<string> {
  const confirmed = new Set(
    knowledge.flatMap(({ outcome, evidence }) => (outcome === 'confirmed' ? evidence : [])),
  );
  const proposed = learning.used.filter(({ trust }) => trust === 'proposed');
  return new Set(proposed.map(({ event }) => event).filter((id) => !confirmed.has(id)));
}
