import type { HarmDimension, Severity } from '../../../../src/model/harm.ts';
import type { JsonObject } from '../../../../src/model/json.ts';

/**
 * A change and what it is, labeled by what the documentation of the service says and by principle:
 * a dimension that it weakens or strengthens, or nothing that anybody has to be told as harm.
 */
export type Case = readonly [
  what: string,
  type: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  label: `${HarmDimension} ${'weakens' | 'strengthens'}` | 'harmless',
];

/** A change whose harm was too severe or too mild once, with the severity that it has. */
export type Graded = readonly [...one: Case, severity: Severity];
