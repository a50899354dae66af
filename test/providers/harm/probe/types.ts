import type { HarmDimension, Severity } from '../../../../src/model/harm.ts';
import type { JsonObject } from '../../../../src/model/json.ts';

/**
 * A change and its label, given by principle and by the service's documentation: a dimension that
 * it weakens or strengthens, or nothing that anybody has to be told as harm.
 */
export type Case = readonly [
  what: string,
  type: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  label: `${HarmDimension} ${'weakens' | 'strengthens'}` | 'harmless',
];

/** A change whose harm was once rated too severe or too mild, with the right severity. */
export type Graded = readonly [...one: Case, severity: Severity];
