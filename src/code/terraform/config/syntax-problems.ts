import { codeFrame } from '../../hcl/syntax/diagnostics.ts';
import type { ProblemSink } from './problems.ts';
import type { SourceFile } from './source.ts';

/** Turns the syntax errors of a file into problems. */
export function reportSyntax(file: SourceFile, report: ProblemSink): void {
  if (file.format === 'json' && file.hcl.errors.length > 0) {
    const message = 'This file is not valid JSON configuration.';
    report.add({ code: 'syntax-error', message, place: { file: file.path } });
    return;
  }
  for (const error of file.hcl.errors) {
    const { message, line, column } = error;
    const place = { file: file.path, line, column };
    // Variable files contain values, possibly secrets, so their text is not shown.
    const shown = file.role === 'tfvars' ? {} : { frame: codeFrame(file.text, error) };
    report.add({ code: 'syntax-error', message, place, ...shown });
  }
}
