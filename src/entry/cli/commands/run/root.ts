import type { RunOptions } from '../../../../app/run/options.ts';
import { type RootBeside, runProject, type WritePage } from '../../../../app/run/run-project.ts';
import type { Problem } from '../../../../model/result.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';

/** `parley reconcile` and `parley scan` on one root. */
export async function runReconcile(
  io: Io,
  options: RunOptions,
  beside?: RootBeside,
): Promise<ExitCode> {
  const wrong = checkOptions(options);
  if (wrong !== undefined) return printProblem(io, wrong);
  const { html, exitCode } = options.output;
  const writePage = html === undefined ? undefined : pageWriter(io, html);
  const done = await runProject(io, options, { beside, writePage });
  if (!done.ok) return printProblem(io, done.error);
  return exitCode && done.value.remains ? 2 : 0;
}

function pageWriter(io: Io, file: string): WritePage {
  return async (report, diffs) => {
    const { writeReportPage } = await import('../../../web/report/write-page.ts');
    return writeReportPage(io, file, report, diffs);
  };
}

function checkOptions({ proof, scope, delivery }: RunOptions): Problem | undefined {
  if (proof.all && proof.verify !== 'plan') {
    return {
      code: 'all-without-plan',
      message: '--all has the provider read the whole state back, which --verify plan does.',
      hint: 'Add --verify plan, or leave it out.',
    };
  }
  if (delivery.write && delivery.pr) {
    return {
      code: 'write-and-pr',
      message: '--write edits the files in place and --pr makes branches; one of them at a time.',
      hint: 'Leave one of them out.',
    };
  }
  if (scope.pick !== undefined && scope.only?.length !== 1) {
    return {
      code: 'pick-without-only',
      message: '--pick applies to one intent, so it needs --only with one id.',
      hint: 'Add --only INTENT; `parley explain INTENT` numbers the places.',
    };
  }
  if (delivery.force && !delivery.pr) {
    return {
      code: 'force-without-pr',
      message: '--force applies to branches, so it needs --pr.',
      hint: 'Add --pr, or leave it out.',
    };
  }
  return undefined;
}
