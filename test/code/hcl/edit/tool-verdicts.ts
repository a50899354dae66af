import { expect } from 'vitest';
import type { Listed, ToolDeviations } from './deviations.ts';
import { meaningOf } from './meaning.ts';
import type { Replayed } from './tools.ts';

/** What another tool made of an input. */
export interface ToolCase {
  readonly id: string;
  readonly input: string;
  /** The tool's result; null if it reported an error. */
  readonly expected: string | null;
  readonly op: Readonly<Record<string, unknown>> & { readonly type: string };
}

/**
 * How our result compares to the tool's; `deviating` means the same, but is written differently.
 */
export type Verdict = 'exact' | 'deviating' | 'wrong' | 'not-applicable';

/** A case with its verdict. */
export interface Judged {
  readonly id: string;
  readonly type: string;
  readonly verdict: Verdict;
}

export function judge(one: ToolCase, replayed: Replayed | undefined): Judged {
  return { id: one.id, type: one.op.type, verdict: verdictOf(one, replayed) };
}

function verdictOf(one: ToolCase, replayed: Replayed | undefined): Verdict {
  if (replayed === undefined) return 'not-applicable';
  switch (replayed.kind) {
    // If the tool leaves the file alone silently, Parley reports that the target is missing.
    case 'missing':
      if (one.expected === one.input) return 'exact';
      return meansSame(one.expected, one.input) ? 'deviating' : 'wrong';
    case 'refused':
      if (one.expected === null) return 'exact';
      return one.expected === one.input ? 'deviating' : 'wrong';
    case 'text': {
      if (replayed.text === one.expected) return 'exact';
      const isEquivalent =
        meansSame(one.expected, replayed.text) && changesLess(one, replayed.text);
      return isEquivalent ? 'deviating' : 'wrong';
    }
  }
}

function meansSame(a: string | null, b: string): boolean {
  return a !== null && JSON.stringify(meaningOf(a)) === JSON.stringify(meaningOf(b));
}

/** True if our result keeps every line of the input that the tool's result keeps. */
function changesLess(one: ToolCase, text: string): boolean {
  const ours = new Set(linesOf(text));
  const theirs = new Set(linesOf(one.expected ?? ''));
  return linesOf(one.input).every((line) => ours.has(line) || !theirs.has(line));
}

/** Non-empty lines; an empty block or object counts as `{}`, however it is written. */
function linesOf(text: string): readonly string[] {
  const closed = text.replace(/\{\s*\}/g, '{}');
  return closed.split('\n').filter((line) => line.trim() !== '');
}

/** Every case must be byte-equal or listed with its reason, and no entry may be superfluous. */
export function expectListed(
  oracle: string,
  judged: readonly Judged[],
  listed: ToolDeviations,
): void {
  const of = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict);
  console.info([`${oracle}: ${of('exact').length} equal`, ...linesFor(judged, listed)].join('\n'));

  expect(of('wrong')).toEqual([]);
  expect({
    deviating: unlisted(of('deviating'), listed.deviating),
    notApplicable: unlisted(of('not-applicable'), listed.notApplicable),
  }).toEqual({ deviating: [], notApplicable: [] });
  expect({
    deviating: stale(judged, 'deviating', listed.deviating),
    notApplicable: stale(judged, 'not-applicable', listed.notApplicable),
  }).toEqual({ deviating: [], notApplicable: [] });
}

function covers(listed: Listed, one: Judged): boolean {
  return 'ids' in listed ? listed.ids.includes(one.id) : listed.types.includes(one.type);
}

/** Cases with no reason, or with more than one. */
function unlisted(cases: readonly Judged[], reasons: readonly Listed[]): readonly string[] {
  return cases
    .filter((one) => reasons.filter((reason) => covers(reason, one)).length !== 1)
    .map(({ id }) => id);
}

/** Entries that match no case, or a case with another verdict. */
function stale(
  judged: readonly Judged[],
  verdict: Verdict,
  reasons: readonly Listed[],
): readonly string[] {
  const known = new Set(judged.flatMap(({ id, type }) => [id, type]));
  const unknown = reasons
    .flatMap((reason) => ('ids' in reason ? reason.ids : reason.types))
    .filter((each) => !known.has(each));
  const otherwise = judged.filter(
    (one) => one.verdict !== verdict && reasons.some((reason) => covers(reason, one)),
  );
  return [...unknown, ...otherwise.map(({ id, verdict: is }) => `${id}: ${is}`)];
}

function linesFor(judged: readonly Judged[], listed: ToolDeviations): readonly string[] {
  const line = (what: string) => (reason: Listed) => {
    const count = judged.filter((one) => covers(reason, one)).length;
    return `  ${count} ${what}: ${reason.reason}`;
  };
  return [
    ...listed.deviating.map(line('deviating')),
    ...listed.notApplicable.map(line('not applicable')),
  ];
}
