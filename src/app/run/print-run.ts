import type { Report } from '../../model/report.ts';
import type { Io } from '../../ports/io.ts';
import { jsonText, terminalText } from '../../present/terminal/safe.ts';
import { createStyle } from '../../present/terminal/style.ts';
import { renderReport } from '../../present/terminal/summary.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import { reportOfScope } from '../../reconcile/decide/only.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { sensitiveVariables, shownFile } from '../../reconcile/shown/hide.ts';
import type { Delivered } from './deliver.ts';
import type { RunOptions } from './options.ts';

/** The result as text for people; empty where a program gets the report itself. */
export function runText(
  io: Io,
  { project: { dir }, output: { json, timeline } }: RunOptions,
  { scope, original }: RunResult,
  delivered: Delivered,
  schema: ProviderSchema,
): string {
  if (json) return '';
  const report = scope === undefined ? delivered.report : reportOfScope(delivered.report, scope);
  const names = { variables: sensitiveVariables(original.evaluation.configuration), schema };
  const patched = delivered.patched.map(({ intent, files }) => ({
    intent: intent.id,
    files: files.map((file) => shownFile(file, names)),
  }));
  const text = renderReport(report, patched, createStyle(io.color), io.columns, {
    dir,
    whole: delivered.report,
    hasTimeline: timeline === true,
  });
  const notes = delivered.notes.length > 0 ? `\n${delivered.notes.join('\n')}\n` : '';
  return text + notes;
}

/** Prints the text, or the report as JSON. */
export function printRun(
  io: Io,
  { output: { json } }: RunOptions,
  { scope }: RunResult,
  whole: Report,
  text: string,
): void {
  if (!json) io.out(terminalText(text, io.color));
  else io.out(`${jsonText(scope === undefined ? whole : reportOfScope(whole, scope), 2)}\n`);
}
