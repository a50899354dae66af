import { RE2JS, RE2JSException } from 're2js';
import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';

/**
 * A regular expression of Terraform, whose syntax is RE2's
 * (https://github.com/google/re2/wiki/Syntax). Matching takes at most the length of the expression
 * times that of the text.
 */
export interface HclPattern {
  readonly kind: 'pattern';
  /** Name of each group; undefined for unnamed ones. */
  readonly groups: readonly (string | undefined)[];
  /** All matches, in order. An empty match right after another match does not count. */
  matchesIn(text: string): Generator<PatternMatch>;
  /** True if matching this text would take minutes. */
  isTooMuch(text: string): boolean;
}

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** The text of each group, the entire match first. */
  readonly texts: readonly (string | undefined)[];
}

/** Limit on instructions times characters; matching up to it takes some seconds. */
const max = 100_000_000;

export function compilePattern(text: string): HclPattern | Failure {
  const compiled = compile(text);
  if (typeof compiled === 'string') {
    return failure(`invalid regular expression ${JSON.stringify(text)}: ${compiled}.`);
  }
  const names = new Map(
    Object.entries(compiled.namedGroups()).map(([name, index]) => [index, name] as const),
  );
  const groups = Array.from({ length: compiled.groupCount() }, (_, at) => names.get(at + 1));
  return {
    kind: 'pattern',
    groups,
    matchesIn: (searched) => matchesIn(compiled, groups.length, searched),
    isTooMuch: (searched) => compiled.programSize() * searched.length > max,
  };
}

/** The compiled expression, or a message if it is invalid. */
function compile(text: string): RE2JS | string {
  try {
    return RE2JS.compile(text);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return error.message.replace(/^error parsing regexp: /, '').replace(/\.$/, '');
  }
}

function* matchesIn(compiled: RE2JS, groups: number, text: string): Generator<PatternMatch> {
  const matcher = compiled.matcher(text);
  let last = -1;
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (start === end && start === last) continue;
    last = end;
    const texts = Array.from({ length: groups + 1 }, (_, at) => matcher.group(at) ?? undefined);
    yield { start, end, texts };
  }
}
