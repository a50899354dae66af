import type { Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { printedErrors } from './diagnostics.ts';
import type { ProcessResult } from './process.ts';

/** The problem for a failed run of Terraform. `task` is the subcommand, `dir` the folder. */
export function runProblem(
  run: ProcessResult,
  task: string,
  dir: string,
  timeoutMs: number,
): Problem {
  const name = `terraform ${task}`;
  const place = { file: dir };
  switch (run.kind) {
    case 'exited':
      return exitProblem(run, task, dir);
    case 'not-started':
      return {
        code: 'terraform-missing',
        message: `Terraform could not be started (${run.code}).`,
        hint: 'Install terraform or tofu and put it on PATH.',
      };
    case 'timeout':
      return {
        code: 'terraform-timeout',
        message: `${name} did not end within ${Math.round(timeoutMs / 1000)} s and was stopped.`,
        place,
        hint: 'Check that the cloud can be reached, or allow more time.',
      };
    case 'flooded':
      return {
        code: 'terraform-output',
        message: `${name} wrote more output than Parley takes and was stopped.`,
        place,
        hint: 'Limit the plan to fewer addresses.',
      };
    case 'aborted':
      return { code: 'terraform-aborted', message: `${name} was stopped.`, place };
    case 'killed':
      return {
        code: 'terraform-failed',
        message: `${name} was ended by ${run.signal}.`,
        place,
        hint: 'Check whether the machine ran out of memory.',
      };
  }
}

/**
 * True if Terraform asks for `init`, because the code uses modules or providers that are not
 * installed.
 */
export function isUnprepared({ message }: Problem): boolean {
  return unprepared.test(message);
}

const unprepared =
  /Module not installed|Module source has changed|Module version requirements have changed|Inconsistent dependency lock file|Missing required provider|Required plugins are not installed|Could not load plugin|Backend initialization required/i;

function exitProblem(
  run: Extract<ProcessResult, { kind: 'exited' }>,
  task: string,
  dir: string,
): Problem {
  const printed = printedErrors(run.stdout);
  const summary = errorSummary(printed || run.stderr || run.stdout);
  const why = summary === '' ? ` with exit code ${run.code}` : `: ${summary}`;
  const message = `terraform ${task} failed${why}`;
  return { code: 'terraform-failed', message, place: { file: dir }, hint: hintFor(summary, task) };
}

const hints: readonly (readonly [RegExp, string])[] = [
  [/credential|authenticat|ExpiredToken|AccessDenied/i, 'Check the credentials of the provider.'],
  [/lock file/i, 'Run `terraform init` in the project and commit .terraform.lock.hcl.'],
  [
    /query available provider|registry|plugin|provider/i,
    'Run `terraform init` in the project, so that its providers are installed.',
  ],
  [/state lock/i, 'Wait until the other run has ended.'],
  [/No value for required variable/i, 'Pass the variable file with --var-file.'],
];

function hintFor(summary: string, task: string): string {
  const known = hints.find(([pattern]) => pattern.test(summary))?.[1];
  return known ?? `Run \`terraform ${task}\` in the project to see the whole message.`;
}

/**
 * The summaries and places of the errors, on one line. Details are omitted, since they may quote
 * values.
 */
function errorSummary(output: string): string {
  const lines = output.split('\n').map((line) => line.replace(/^[│╷╵|\s]+/, '').trimEnd());
  const errors = lines.filter((line) => line.startsWith('Error: ')).map((line) => line.slice(7));
  const shown = [...new Set(errors)].slice(0, 3);
  const place = /^on (\S+ line \d+)/.exec(
    lines.find((line) => /^on \S+ line \d+/.test(line)) ?? '',
  );
  const at = place?.[1] === undefined ? '' : ` (${place[1]})`;
  const text = lines.join(' ');
  const named = [...goneAddresses(text), ...missingProviders(text)];
  const what = named.length === 0 ? '' : `: ${named.join(' ')}`;
  return shown.length === 0 ? '' : displayText(`${shown.join('; ')}${at}${what}`, 2000);
}

/** Ids in `import` blocks that do not exist in the cloud. */
function goneAddresses(text: string): readonly string[] {
  const found = text.matchAll(/existing\s+object\s+to\s+("(?:[^"\\]|\\.)*"),\s+the\s+provider/g);
  const names = [...found].map(([, quoted = '']) =>
    quoted.slice(1, -1).replaceAll(/\\(["\\])/g, '$1'),
  );
  return [...new Set(names)].sort();
}

/** Sources of providers that are not available from any configured location. */
function missingProviders(text: string): readonly string[] {
  const found = text.matchAll(/available\s+versions\s+for\s+provider\s+([\w./-]+):/g);
  return [...new Set([...found].map(([, source = '']) => source))].sort();
}
