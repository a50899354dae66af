import type { CostField, Measure } from './types.ts';

export function countOfUnits(path: string, unit: string): CostField {
  return { path, measure: 'count', unit };
}

/** A number of pieces, whose size is in another field of the same resource. */
export function pieces(path: string, unit: string): CostField {
  return { path, measure: 'count', unit, pieces: true };
}

export function limit(path: string, unit: string): CostField {
  return { path, measure: 'limit', unit };
}

export function quantity(path: string, unit: string): CostField {
  return { path, measure: 'quantity', unit };
}

type Ladder = Exclude<Measure, 'count' | 'limit' | 'quantity'>;

export function sized(path: string, measure: Ladder): CostField {
  return { path, measure, unit: 'capacity' };
}

/** The limits between which something scales. */
export function costLimits(least: string, max: string, unit: string): readonly CostField[] {
  return [limit(least, unit), limit(max, unit)];
}
