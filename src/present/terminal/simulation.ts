import { groupBy } from '../../model/group.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { minuteText, secondText } from '../../model/time-text.ts';
import { formatCount } from '../../model/words.ts';
import type { ChangedVerdict, Simulation } from '../../reconcile/decide/simulate.ts';
import { paintOutcome, type TerminalStyle } from './style.ts';

/**
 * How often each verdict became which other one, then each change with actor, field and both rules.
 */
export function renderSimulation(
  {
    policy,
    since,
    runs,
    decisions,
    changed,
    skipped,
  }: Simulation & { readonly policy: string; readonly since: string },
  style: TerminalStyle,
): string {
  const groups = groupBy(changed, ({ before, after }) => `${before.outcome} ${after.outcome}`);
  const name = displayText(policy, 120);
  return [
    `${style.bold(name)} on ${formatCount(runs, 'run')} since ${minuteText(since)}: ${formatCount(changed.length, 'verdict')} of ${decisions} would change.`,
    ...skippedLines(skipped),
    ...[...groups.values()].flatMap((group) => headline(group, style)),
    ...changed.flatMap((one) => ['', ...details(one, style)]),
    '',
  ].join('\n');
}

function skippedLines({ unrecorded, external }: Simulation['skipped']): readonly string[] {
  return [
    ...(unrecorded === 0
      ? []
      : [
          `Left out: ${formatCount(unrecorded, 'run')} without a record of what the verdicts rest on.`,
        ]),
    ...(external === 0
      ? []
      : [`Left out: ${formatCount(external, 'run')} in which an external policy had a say.`]),
  ];
}

function headline(
  [first, ...others]: readonly ChangedVerdict[],
  style: TerminalStyle,
): readonly string[] {
  if (first === undefined) return [];
  const total = String(others.length + 1).padStart(5);
  return [`${total}  ${arrow(first, style)}`];
}

function arrow({ before, after }: ChangedVerdict, style: TerminalStyle): string {
  return `${paintOutcome(style, before.outcome)} -> ${paintOutcome(style, after.outcome)}`;
}

function details(one: ChangedVerdict, style: TerminalStyle): readonly string[] {
  const { actor, summary, address, path, before, after, run } = one;
  const field = path.length === 0 ? '' : ` ${shortPath(path)}`;
  return [
    `${arrow(one, style)}  ${displayText(address, 160)}${field}`,
    `  ${displayText(actor.name, 80)} (${actor.class}): ${displayText(summary, 160)} ${style.dim(`${one.intent}, run of ${secondText(run.startedAt)}`)}`,
    `  was ${ruleLine(before)}`,
    `  now ${ruleLine(after)}`,
  ];
}

function ruleLine({ rule, because, expires }: ChangedVerdict['before']): string {
  const until = expires === undefined ? '' : `, until ${secondText(expires)}`;
  return `[${displayText(rule, 80)}] ${displayText(because, 300)}${until}`;
}
