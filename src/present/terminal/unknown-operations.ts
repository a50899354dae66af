import type { Report } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import { count } from './count.ts';
import type { Style } from './style.ts';

const maxLines = 10;

/** Operations that the catalog does not know, of which nothing more is in the report. */
export function renderUnknownOperations(
  operations: Report['unknownOperations'],
  style: Style,
): string {
  if (operations === undefined || operations.length === 0) return '';
  const shown = operations.slice(0, maxLines).map((each) => {
    return `  ${count(each.count, 'call')} of ${displayText(`${each.service}:${each.operation}`, 120)}`;
  });
  const more = operations.length - shown.length;
  const title = style.bold(`Not in the catalog (${count(operations.length, 'operation')})`);
  return [title, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}
