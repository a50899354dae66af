import type { Candidate } from '../../model/patch.ts';
import { pathKey } from '../../model/path.ts';

/** A place that a person picked over the one that would be chosen. */
export interface PickedPlace
  extends Pick<Candidate, 'drift' | 'path' | 'kind' | 'file' | 'line' | 'description'> {}

/** True if it is the same place for the same value, as far as they are shown. */
export function isPicked(picked: PickedPlace, candidate: PickedPlace): boolean {
  return (
    picked.drift === candidate.drift &&
    pathKey(picked.path ?? []) === pathKey(candidate.path ?? []) &&
    picked.kind === candidate.kind &&
    picked.file === candidate.file &&
    picked.line === candidate.line &&
    picked.description === candidate.description
  );
}
