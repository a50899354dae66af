import type { Drift, DriftValue } from '../../model/drift.ts';
import type { AttributePath } from '../../model/path.ts';
import { isSecretName } from '../../model/scrub.ts';
import { displayText } from '../../model/text.ts';
import { markdownValue } from '../proposal/value.ts';

/** The longest value in a line, in characters; the report has all of it. */
const longest = 80;

/** What became of a resource or of a member of a set; undefined where a value went to another. */
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

/** A side of a change in a list, without secrets; `path` says which values are secrets. */
export function sideText(side: DriftValue, path: AttributePath): string {
  const name = path.filter((step) => typeof step === 'string').find(isSecretName) ?? '';
  switch (side.kind) {
    case 'value':
      return isSecretName(name)
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
