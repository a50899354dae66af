import type { Report } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import { formatCount } from '../../model/words.ts';
import type { TerminalStyle } from './style.ts';

const maxLines = 10;

/** Operations that the catalog does not know and about which the report has nothing else. */
export function renderUnknownOperations(
  operations: Report['unknownOperations'],
  style: TerminalStyle,
): string {
  if (operations === undefined || operations.length === 0) return '';
  const shown = operations.slice(0, maxLines).map((each) => {
    return `  ${formatCount(each.count, 'call')} of ${displayText(`${each.service}:${each.operation}`, 120)}`;
  });
  const more = operations.length - shown.length;
  const title = style.bold(`Not in the catalog (${formatCount(operations.length, 'operation')})`);
  return [title, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}
