import type { Beside } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import { spanText } from '../../model/time-text.ts';
import type { TerminalStyle } from './style.ts';

/** Who changed unmanaged resources that belong to managed ones. */
export function renderBeside(beside: readonly Beside[], style: TerminalStyle): string {
  if (beside.length === 0) return '';
  const lines = beside.map(({ name, on, what, by, window }) => {
    const who = displayText(by.join(', '), 160);
    return `  ${displayText(on, 160)}: ${who} ${what} ${name}  ${style.dim(spanText(window))}`;
  });
  return [style.bold('Unmanaged changes on managed resources'), ...lines].join('\n');
}
