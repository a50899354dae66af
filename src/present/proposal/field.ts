import { mentionsSecret } from '../../model/credential/name.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import type { AttributePath } from '../../model/path.ts';
import { shortPath } from '../../model/short-path.ts';
import { markdownCode } from './markdown.ts';
import { markdownSide } from './value.ts';

/**
 * A field for a table cell. A member of a set is shown by its values, without those that look like
 * secrets.
 */
export function fieldCell(path: AttributePath): string {
  if (path.length === 0) return 'the resource';
  return markdownCode(shortPath(path));
}

/** The declared and the live value; for an entire resource, only whether it exists. */
export function sideCells({
  path,
  declared,
  live,
  creation,
}: Pick<Drift, 'path' | 'declared' | 'live' | 'creation'>): readonly [string, string] {
  if (path.length === 0) {
    return [declared.kind === 'absent' ? 'nothing' : 'exists', liveCell(live.kind, creation)];
  }
  if (typeof path.at(-1) === 'object') return [memberCell(declared), memberCell(live)];
  const name = path.filter((step) => typeof step === 'string').find(mentionsSecret) ?? '';
  return [markdownSide(declared, name), markdownSide(live, name)];
}

/**
 * The field already identifies a member by its values, so this shows only whether it is present.
 */
function memberCell(side: DriftValue): string {
  return side.kind === 'value' ? 'present' : markdownSide(side);
}

function liveCell(kind: Drift['live']['kind'], creation: Drift['creation']): string {
  if (kind === 'absent') return 'gone';
  return creation === undefined ? 'exists' : 'created';
}
