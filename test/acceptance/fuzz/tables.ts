import { groupBy } from '../../../src/model/group.ts';
import type { Mutator } from './mutator.ts';
import type { Reported } from './outcome.ts';
import { kinds } from './scenario.ts';

/** Describes what became of one scenario, and how to play it again. */
export function line({ title, policy, proof, mutators, finding, diff }: Reported): string {
  const how = [
    ...(policy === 'default' ? ['default policy'] : []),
    ...(proof ? ['with proof'] : []),
  ];
  const words = 'words' in finding ? finding.words : 'reasons' in finding ? finding.reasons : [];
  const reasons = words.map((one) => `\n    ${one}`).join('');
  const also = mutators.slice(1);
  const more = finding.kind === 'wrong' ? `\n${diff.replaceAll(/^/gm, '      ')}` : '';
  return `${finding.kind} ${title}${how.length > 0 ? ` (${how.join(', ')})` : ''}${
    also.length > 0 ? ` with ${also.join(', ')}` : ''
  }${reasons}${more}`;
}

/** The share of scenarios that end in a clean plan, among all that the policy accepts. */
export function cleanShare(reported: readonly Reported[]): number {
  const count = (...kinds: readonly string[]) =>
    reported.filter(({ finding }) => kinds.includes(finding.kind)).length;
  return count('clean') / Math.max(1, count('clean', 'refused', 'wrong'));
}

/** Summarises shares, reasons, sizes and costs. */
export function summary(
  reported: readonly Reported[],
  mutators: readonly Mutator[],
  seed: number,
): string {
  const of = (kind: Reported['finding']['kind']) =>
    reported.filter(({ finding }) => finding.kind === kind);
  const judged = of('clean').length + of('refused').length + of('wrong').length;
  const share = (count: number) => `${((100 * count) / Math.max(1, judged)).toFixed(1)} %`;
  const written = of('clean')
    .map(({ lines }) => lines)
    .filter((lines) => lines > 0);
  const proved = reported.filter(({ proof }) => proof);
  const used = new Set(
    reported.filter(({ finding }) => finding.kind !== 'barred').flatMap(({ mutators }) => mutators),
  );
  const rows = kinds.map((kind) => {
    const own = reported.filter((one) => one.kind === kind);
    const count = (found: Reported['finding']['kind']) =>
      own.filter(({ finding }) => finding.kind === found).length;
    return `  ${kind.padEnd(11)} ${own.length} played: ${count('clean')} clean, ${count('refused')} refused, ${count('wrong')} wrong, ${count('left')} left, ${count('follows')} follow, ${count('still')} still, ${count('barred')} barred`;
  });
  const reasons = groupBy(
    of('refused').flatMap(({ finding }) => ('reasons' in finding ? finding.reasons : [])),
    (reason) => reason,
  );
  return `${[
    '',
    `fuzz, seed ${seed}: ${reported.length} scenarios, ${used.size} of ${mutators.length} mutators`,
    `  clean ${of('clean').length} (${share(of('clean').length)}), refused ${of('refused').length} (${share(of('refused').length)}), wrong ${of('wrong').length}, left by policy ${of('left').length}, what follows alone ${of('follows').length}, nothing to see ${of('still').length}, calls refused ${of('barred').length}`,
    ...rows,
    `  lines changed, median: ${median(written)}`,
    `  seconds of Parley, median: ${median(reported.map(({ seconds }) => seconds)).toFixed(1)}; with proof ${median(proved.map(({ seconds }) => seconds)).toFixed(1)} and ${median(proved.map(({ processes }) => processes))} commands of Terraform`,
    ...[...reasons]
      .map(([reason, { length }]) => ({ reason, length }))
      .sort((a, b) => b.length - a.length)
      .map(({ reason, length }) => `  refused ${length} times: ${reason}`),
  ].join('\n')}\n`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
