import type { Drift, DriftValue } from '../../model/drift.ts';
import type { AttributePath } from '../../model/path.ts';
import { isSecretName } from '../../model/scrub.ts';
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

/** One side of a change in a list, without secrets. `path` tells which values are secret. */
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
