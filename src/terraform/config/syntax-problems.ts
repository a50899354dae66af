import type { Report } from './problems.ts';
import type { ConfigFile } from './types.ts';

/** Turns the syntax errors of a file into problems. */
export function reportSyntax(file: ConfigFile, report: Report): void {
  if (file.format === 'json' && file.hcl.errors.length > 0) {
    const message = 'This file is not valid JSON configuration.';
    report.add({ code: 'syntax-error', message, place: { file: file.path } });
    return;
  }
  for (const { message, line, column } of file.hcl.errors) {
    report.add({ code: 'syntax-error', message, place: { file: file.path, line, column } });
  }
}
