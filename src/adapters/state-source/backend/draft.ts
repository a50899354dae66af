import type { Problem } from '../../../model/result.ts';
import type { StateLocation } from '../types.ts';
import type { BackendDraft } from './types.ts';

export function foundBackend(location: StateLocation): BackendDraft {
  return { kind: 'found', location };
}

export function refused(problem: Problem): BackendDraft {
  return { kind: 'refused', problem };
}

/** The names of the undefined values, in the given order. */
export function missing(values: Readonly<Record<string, string | undefined>>): BackendDraft {
  const names = Object.keys(values).filter((name) => values[name] === undefined);
  return { kind: 'missing', names };
}
