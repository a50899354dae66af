import { type Harm, harmDimensions } from '../../model/harm.ts';
import { compareText } from '../../model/text.ts';

/** One harm for each dimension of each field, the one with the most weight; worst first. */
export function mergeHarm(found: readonly Harm[]): readonly Harm[] {
  const best = new Map<string, Harm>();
  for (const harm of found) {
    const key = `${harm.dimension} ${harm.field}`;
    const known = best.get(key);
    if (known === undefined || weight(harm) > weight(known)) best.set(key, harm);
  }
  return [...best.values()].sort(
    (a, b) =>
      place(a) - place(b) ||
      b.severity - a.severity ||
      doubts(a) - doubts(b) ||
      harmDimensions.indexOf(a.dimension) - harmDimensions.indexOf(b.dimension) ||
      compareText(a.field, b.field),
  );
}

/**
 * A certain harm outweighs everything else; possible harms and improvements are ordered by
 * severity.
 */
function weight({ direction, doubt, severity }: Harm): number {
  const sure = doubt === undefined ? 0.5 : 0;
  return (direction === 'weakens' && doubt === undefined ? 10 : 0) + severity + sure;
}

function place({ direction }: Harm): number {
  return direction === 'weakens' ? 0 : 1;
}

function doubts({ doubt }: Harm): number {
  return doubt === undefined ? 0 : doubt === 'either-way' ? 1 : 2;
}
