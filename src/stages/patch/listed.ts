import type { Impact } from '../../model/patch.ts';
import { formatPath } from '../../model/path.ts';

/** The first few values and the number of the others; `andMore` if there are still more. */
export function listedImpacts(impacts: readonly Impact[], andMore = false): string {
  const names = impacts.map(({ address, path }) =>
    path.length === 0 ? address : `${formatPath(path)} of ${address}`,
  );
  const shown = names.slice(0, 3).join(', ');
  const least = andMore ? 'at least ' : '';
  return names.length > 3 ? `${shown} and ${least}${names.length - 3} more` : shown;
}
