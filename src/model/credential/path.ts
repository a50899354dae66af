import { contentId } from '../id.ts';
import type { Json } from '../json.ts';
import type { AttributePath, PathStep } from '../path.ts';
import { scrubbed } from '../scrub.ts';
import { credentialAt, isSecretMark } from './find.ts';
import { replaceCredentials } from './replace.ts';

/** The path without credentials in its steps: keys of maps and elements of sets. */
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
  if (typeof step === 'object') return { element: openElement(step.element) };
  return credentialAt([], step) === undefined ? step : maskedText(step);
}

/**
 * An element of a set without the credentials in it. The result is always the same for the same
 * element.
 */
export function openElement(element: Json): Json {
  return replaceCredentials([], element, (_, value) => maskedText(value));
}

/**
 * A name, which callers may choose, without the credentials in it. Parts between slashes, as in an
 * ARN, are masked separately, unless only the entire name is recognized as a credential.
 */
export function openName(name: string): string {
  const parts = name.split('/');
  const opened = parts.map((part) =>
    credentialAt([], part) === undefined ? part : maskedText(part),
  );
  const rest = opened.filter((part) => !isSecretMark(part)).join('/');
  if (credentialAt([], rest) === undefined) return opened.join('/');
  return [...(parts.length > 1 ? opened.slice(0, 1) : []), maskedText(name)].join('/');
}

/**
 * Four digits distinguish different secrets in one place, so that they are different drifts, but
 * reveal nothing about them.
 */
function maskedText(value: Json): string {
  if (typeof value === 'string' && isSecretMark(value)) return value;
  const [, digits = ''] = contentId('', value).split('-');
  return `${scrubbed.slice(0, -1)} ${digits.slice(0, 4)}]`;
}
