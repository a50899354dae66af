import { z } from 'zod';
import { regexProblem } from './regex.ts';

/** A test of a text. A glob knows `*` only, stands between its pieces, and is the whole text. */
export type Pattern =
  | { readonly kind: 'glob'; readonly pieces: readonly string[] }
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'regex'; readonly regex: RegExp };

const text = z.string().min(1).max(300);

const glob = text.transform(parseGlob);

const contains = z
  .strictObject({ contains: text })
  .transform((value): Pattern => ({ kind: 'contains', text: value.contains }));

const regex = z.strictObject({ regex: z.string().min(1) }).transform((value, context): Pattern => {
  const problem = regexProblem(value.regex);
  if (problem === undefined) return { kind: 'regex', regex: new RegExp(value.regex, 'u') };
  context.addIssue({ code: 'custom', message: `The expression ${problem}.` });
  return z.NEVER;
});

const one = z.union([glob, contains, regex]);

/** One pattern or several, of which any may match. A plain text is a glob. */
export const Patterns = z.union([
  one.transform((pattern): readonly Pattern[] => [pattern]),
  z.array(one).min(1).max(100).readonly(),
]);

/** Longer texts are cut before they are tested; CloudTrail itself cuts at 1 KB. */
const maxText = 1024;

/** True when any of the patterns matches. */
export function matchesAny(patterns: readonly Pattern[], value: string): boolean {
  const cut = value.slice(0, maxText);
  return patterns.some((pattern) => matches(pattern, cut));
}

function matches(pattern: Pattern, value: string): boolean {
  switch (pattern.kind) {
    case 'glob':
      return matchesGlob(pattern.pieces, value);
    case 'contains':
      return value.includes(pattern.text);
    case 'regex':
      return pattern.regex.test(value);
  }
}

export function parseGlob(glob: string): Pattern {
  return { kind: 'glob', pieces: glob.split('*') };
}

/** The pieces must come in order: the first fit of each will do, so it never goes back. */
function matchesGlob(pieces: readonly string[], value: string): boolean {
  const first = pieces[0] ?? '';
  const last = pieces[pieces.length - 1] ?? '';
  if (pieces.length === 1) return value === first;
  if (!value.startsWith(first)) return false;
  let at = first.length;
  for (let i = 1; i < pieces.length - 1; i++) {
    const piece = pieces[i] ?? '';
    const found = value.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return value.length - at >= last.length && value.endsWith(last);
}
