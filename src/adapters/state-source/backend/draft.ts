import type { Problem } from '../../../model/result.ts';
import type { StateLocation } from '../types.ts';
import type { Draft } from './types.ts';

export function found(location: StateLocation): Draft {
  return { kind: 'found', location };
}

export function refused(problem: Problem): Draft {
  return { kind: 'refused', problem };
}

/** The names of what is undefined, in the order given. */
export function missing(values: Readonly<Record<string, string | undefined>>): Draft {
  const names = Object.keys(values).filter((name) => values[name] === undefined);
  return { kind: 'missing', names };
}
