import type { Json } from '../json.ts';
import type { AttributePath, PathStep } from '../path.ts';
import { scrubbed } from '../scrub.ts';
import { credentialAt } from './find.ts';
import { replaceCredentials } from './replace.ts';

/** The path without the credentials in its steps: a key of a map, a member of a set. */
export function openPath(path: AttributePath): AttributePath {
  return path.some((step) => credentialAt([], stepValue(step)) !== undefined)
    ? path.map(openStep)
    : path;
}

function stepValue(step: PathStep): Json {
  return typeof step === 'object' ? step.element : step;
}

function openStep(step: PathStep): PathStep {
  if (typeof step === 'number') return step;
  if (typeof step === 'object') {
    return { element: replaceCredentials([], step.element, () => scrubbed) };
  }
  return credentialAt([], step) === undefined ? step : scrubbed;
}
