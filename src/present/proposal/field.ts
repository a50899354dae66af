import type { Drift, DriftValue } from '../../model/drift.ts';
import type { AttributePath, PathStep } from '../../model/path.ts';
import { formatPath } from '../../model/path.ts';
import { isSecretName } from '../../model/scrub.ts';
import { markdownCode } from './markdown.ts';
import { displayWithoutSecrets, markdownSide } from './value.ts';

/** A field in a cell: a member of a set stands for itself, without what looks like a secret. */
export function fieldCell(path: AttributePath): string {
  if (path.length === 0) return 'the resource';
  return markdownCode(formatPath(path.map(safeStep)));
}

function safeStep(step: PathStep): PathStep {
  return typeof step === 'object' ? { element: displayWithoutSecrets(step.element) } : step;
}

/** What the code says and what is live: of a whole resource, whether it is there. */
export function sideCells({
  path,
  declared,
  live,
  creation,
}: Pick<Drift, 'path' | 'declared' | 'live' | 'creation'>): readonly [string, string] {
  if (path.length === 0) {
    return [declared.kind === 'absent' ? 'nothing' : 'is there', liveCell(live.kind, creation)];
  }
  if (typeof path.at(-1) === 'object') return [memberCell(declared), memberCell(live)];
  const name = path.filter((step) => typeof step === 'string').find(isSecretName) ?? '';
  return [markdownSide(declared, name), markdownSide(live, name)];
}

/** A member is identified by its field; here only whether it is there. */
function memberCell(side: DriftValue): string {
  return side.kind === 'value' ? 'has it' : markdownSide(side);
}

function liveCell(kind: Drift['live']['kind'], creation: Drift['creation']): string {
  if (kind === 'absent') return 'gone';
  return creation === undefined ? 'is there' : 'created';
}
