import { RE2JS } from 're2js';
import { z } from 'zod';
import { Re2Expression } from '../../model/re2.ts';

/**
 * A test of a text. A glob has only `*`, which is between its pieces, and matches the entire text.
 */
export type ActorPattern =
  | { readonly kind: 'glob'; readonly pieces: readonly string[] }
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'regex'; readonly regex: Expression; readonly except?: ActorPattern };

/** A regular expression of any engine. */
interface Expression {
  test(text: string): boolean;
}

const text = z.string().min(1).max(300);

const glob = text.transform(parseGlob);

const contains = z
  .strictObject({ contains: text })
  .transform((value): ActorPattern => ({ kind: 'contains', text: value.contains }));

/** What a caller says about itself may be of any length, and hostile. */
const regex = z
  .strictObject({
    regex: Re2Expression,
    /** Texts that match this are excluded. */
    except: glob.optional(),
  })
  .transform(
    ({ regex: compiled, except }): ActorPattern => ({
      kind: 'regex',
      regex: compiled,
      ...(except === undefined ? {} : { except }),
    }),
  );

const one = z.union([glob, contains, regex]);

/** One pattern or several, of which any may match. A plain text is a glob. */
export const Patterns = z.union([
  one.transform((pattern): readonly ActorPattern[] => [pattern]),
  z.array(one).min(1).max(100).readonly(),
]);

/** Longer texts are cut before they are tested; CloudTrail itself cuts at 1 KB. */
const maxText = 1024;

/** True if any of the patterns matches. */
export function matchesAny(patterns: readonly ActorPattern[], value: string): boolean {
  const cut = value.slice(0, maxText);
  return patterns.some((pattern) => matches(pattern, cut));
}

function matches(pattern: ActorPattern, value: string): boolean {
  switch (pattern.kind) {
    case 'glob':
      return matchesGlob(pattern.pieces, value);
    case 'contains':
      return value.includes(pattern.text);
    case 'regex':
      return (
        pattern.regex.test(value) &&
        (pattern.except === undefined || !matches(pattern.except, value))
      );
  }
}

function parseGlob(glob: string): ActorPattern {
  return { kind: 'glob', pieces: glob.split('*') };
}

/**
 * The pieces have to occur in order. The first match of each is enough, so there is no
 * backtracking.
 */
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

/**
 * The same pattern with an expression of the runtime, which is ten times as fast: for those that
 * ship with the program, which are bounded.
 */
export function withNativeExpression(pattern: ActorPattern): ActorPattern {
  if (pattern.kind !== 'regex' || !(pattern.regex instanceof RE2JS)) return pattern;
  return { ...pattern, regex: new RegExp(pattern.regex.pattern(), 'u') };
}
