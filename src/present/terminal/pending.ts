import type { Pending } from '../../model/drift.ts';
import { displayText } from '../../model/text.ts';
import { shortPath } from './path.ts';
import type { Style } from './style.ts';
import { renderValue } from './value.ts';

/** What the provider reads and no event explains yet. */
export function renderPending(pending: readonly Pending[], style: Style): string {
  if (pending.length === 0) return '';
  const lines = pending.map(({ drift, firstSeen, until, kept }) => {
    const sides = displayText(`${renderValue(drift.declared)} -> ${renderValue(drift.live)}`, 200);
    const when = kept
      ? `since ${firstSeen}, drift by somebody unknown from ${until}`
      : 'waits until a store remembers it; `parley init` makes one';
    return `  ${drift.address} ${shortPath(drift.path)}  ${sides}  ${style.dim(when)}`;
  });
  return [style.bold('No event explains these yet (logs arrive late)'), ...lines].join('\n');
}
