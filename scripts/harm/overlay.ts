import type { Fact } from './read.ts';

/** A fact that documentation contradicts: what stands there instead, or nothing, and why. */
export interface Correction {
  readonly type: string;
  readonly path: string;
  readonly predicate: string;
  readonly becomes: Partial<Omit<Fact, 'provider' | 'type'>> | undefined;
  readonly because: string;
}

export const corrections: readonly Correction[] = [];
export const additions: readonly Fact[] = [];
