import { scrubbed, scrubText } from '../../model/scrub.ts';
import { compareText } from '../../model/text.ts';

/** Removes the secrets from a text. */
export type Scrubber = (text: string) => string;

/** Shorter values occur in too many words to be removed from all of them. */
const shortest = 4;

/**
 * Removes values that are known to be secret, in the forms in which they travel, and anything that
 * looks like a credential.
 */
export function createScrubber(secrets: readonly string[]): Scrubber {
  const forms = new Set(secrets.flatMap(formsOf).filter((form) => form.length >= shortest));
  // Longer ones first, because one may be part of another.
  const sorted = [...forms].sort((a, b) => b.length - a.length || compareText(a, b));
  return (text) => scrubText(sorted.reduce((left, form) => left.replaceAll(form, scrubbed), text));
}

/**
 * The secret itself, and its forms in a URL, in JSON and in a header of basic authentication; keys
 * also line by line.
 */
function formsOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= 16);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    ...(lines.length > 1 ? lines : []),
  ];
}
