import type { Drift, DriftValue } from '../../model/drift.ts';
import type { AttributePath } from '../../model/path.ts';
import { isSecretName } from '../../model/scrub.ts';
import { shortPath } from '../../model/short-path.ts';
import { markdownCode } from './markdown.ts';
import { markdownSide } from './value.ts';

/** A field in a cell: a member of a set by its values, without what looks like a secret. */
export function fieldCell(path: AttributePath): string {
  if (path.length === 0) return 'the resource';
  return markdownCode(shortPath(path));
}

/** What the code says and what is live: of a whole resource, whether it is there. */
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
  const name = path.filter((step) => typeof step === 'string').find(isSecretName) ?? '';
  return [markdownSide(declared, name), markdownSide(live, name)];
}

/** A member is identified by its field; here only whether it is there. */
function memberCell(side: DriftValue): string {
  return side.kind === 'value' ? 'present' : markdownSide(side);
}

function liveCell(kind: Drift['live']['kind'], creation: Drift['creation']): string {
  if (kind === 'absent') return 'gone';
  return creation === undefined ? 'exists' : 'created';
}
