import { formatCount } from '../../model/words.ts';
import type { Policy } from '../../stages/arbitration/types.ts';
import type { LintFinding } from '../../stages/policy/lint/lint.ts';
import type { ScenarioResult } from '../../stages/policy/scenario/run.ts';
import type { TerminalStyle } from './style.ts';

/** Findings of the linter, errors first. */
export function renderFindings(
  file: string,
  findings: readonly LintFinding[],
  style: TerminalStyle,
): string {
  if (findings.length === 0) return `${file}: nothing to say.\n`;
  const errors = findings.filter(({ level }) => level === 'error');
  const warnings = findings.filter(({ level }) => level === 'warning');
  const line = ({ code, level, message }: LintFinding) =>
    `${level === 'error' ? style.red('error  ') : style.yellow('warning')} ${message} ${style.dim(code)}`;
  return [
    ...[...errors, ...warnings].map(line),
    `${file}: ${formatCount(errors.length, 'error')}, ${formatCount(warnings.length, 'warning')}.`,
    '',
  ].join('\n');
}

/** Failed cases in full, and the number of the others; then rules that decided no case. */
export function renderTests(
  tested: readonly { readonly file: string; readonly results: readonly ScenarioResult[] }[],
  policy: Policy,
  style: TerminalStyle,
): string {
  const all = tested.flatMap(({ results }) => results);
  const failed = all.filter(({ failures }) => failures.length > 0);
  const decided = new Set(
    all.flatMap(({ decisions }) => decisions.map(({ verdict }) => verdict.rule)),
  );
  const { rules } = policy.rules;
  const idle = rules.map(({ id }) => id).filter((id) => !decided.has(id));
  const share = rules.length === 0 ? 100 : (100 * (rules.length - idle.length)) / rules.length;
  return [
    ...failed.flatMap(({ name, failures }) => [
      `${style.red('failed')} ${name}`,
      ...failures.map((failure) => `       ${failure}`),
    ]),
    `${formatCount(all.length, 'case')}: ${all.length - failed.length} passed, ${failed.length} failed.`,
    `Rules that decided a case: ${share.toFixed(0)} % of ${rules.length}${idle.length === 0 ? '' : `; not ${idle.join(', ')}`}.`,
    '',
  ].join('\n');
}
