import type { Pending } from '../../model/drift.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { secondText } from '../../model/time-text.ts';
import { sidesText } from './change-text.ts';
import type { TerminalStyle } from './style.ts';

/** Values from the provider that no event explains yet. */
export function renderPending(pending: readonly Pending[], style: TerminalStyle): string {
  if (pending.length === 0) return '';
  const lines = pending.map(({ drift, firstSeen, until, kept }) => {
    const sides = displayText(
      sidesText([drift.declared, drift.live], drift.path).join(' -> '),
      200,
    );
    const when = kept
      ? `since ${secondText(firstSeen)}; becomes drift by an unknown actor at ${secondText(until)}`
      : 'cannot be remembered without a store; `parley init` creates one';
    return `  ${drift.address} ${shortPath(drift.path)}  ${sides}  ${style.dim(when)}`;
  });
  return [style.bold('No event explains these yet (logs arrive late)'), ...lines].join('\n');
}
