import { mentionsSecret } from '../../model/credential/name.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import { parsedDocument } from '../../model/parsed-json.ts';
import type { AttributePath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import { markdownValue } from '../proposal/value.ts';

/** Characters of a value that are shown in a line; the report has all of it. */
const longest = 80;

/** What happened to a resource or to a member of a set; undefined for a plain change of a value. */
export function changeWord({
  path,
  declared,
  live,
}: Pick<Drift, 'path' | 'declared' | 'live'>): string | undefined {
  if (path.length === 0) {
    if (live.kind === 'absent') return 'deleted';
    return declared.kind === 'absent' ? 'created' : 'changed';
  }
  if (typeof path.at(-1) !== 'object') return undefined;
  return live.kind === 'absent' ? 'removed' : 'added';
}

/**
 * Both sides of a change, without secrets. Long texts that begin alike are shown from where they
 * differ, and documents are compared by their content.
 */
export function sidesText(
  [from, to]: readonly [DriftValue, DriftValue],
  path: AttributePath,
): readonly [string, string] {
  const [was, is] = [sideText(from, path), sideText(to, path)];
  const isLong = was.endsWith('…') || is.endsWith('…');
  if (!isLong || from.kind !== 'value' || to.kind !== 'value') return [was, is];
  const [old, now] = [from.value, to.value].map((value) =>
    typeof value === 'string' ? (parsedDocument(value) ?? value) : value,
  );
  if (old === undefined || now === undefined || typeof old !== typeof now) return [was, is];
  const [before, after] = [markdownValue(old), markdownValue(now)];
  const start = alikeUntil(before, after);
  const shown = (text: string): string =>
    displayText(start === 0 ? text : `… ${text.slice(start)}`, longest);
  return [shown(before), shown(after)];
}

/** Where the entry begins in which two texts differ; 0 if it is near the beginning. */
function alikeUntil(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  if (a === b || length < longest / 2) return 0;
  const entry = Math.max(a.lastIndexOf(', ', length), a.lastIndexOf('{ ', length)) + 2;
  return entry > length - longest / 2 ? Math.min(entry, length) : length - longest / 4;
}

/** One side of a change in a list, without secrets. `path` tells which values are secret. */
export function sideText(side: DriftValue, path: AttributePath): string {
  const name = path.filter((step) => typeof step === 'string').find(mentionsSecret) ?? '';
  switch (side.kind) {
    case 'value':
      return mentionsSecret(name)
        ? 'a hidden value'
        : displayText(markdownValue(side.value), longest);
    case 'absent':
      return 'not set';
    case 'redacted':
      return 'a hidden value';
    case 'unknown':
      return 'an unknown value';
  }
}
