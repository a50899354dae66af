import type { Report } from '../../model/report.ts';
import { appliedChanges, putBack } from '../../reconcile/put-back/changes.ts';
import { renderPutBack, terraformPlace } from './put-back.ts';
import type { TerminalStyle } from './style.ts';

/** How to revert what was refused. The cards show what that is. */
export function renderLeft(
  report: Report,
  style: TerminalStyle,
  { dir, whole }: { readonly dir: string; readonly whole: Report },
): string {
  const shown = new Set(report.intents.map(({ id }) => id));
  const back = putBack(
    appliedChanges(whole),
    ({ intent = '' }) => report.only === undefined || shown.has(intent),
  );
  const lines = renderPutBack(back, terraformPlace(report, dir), style);
  if (lines.length === 0) return '';
  return [style.bold('To put back what was refused'), ...lines.map((line) => `  ${line}`)].join(
    '\n',
  );
}
