import { openCountText } from '../../model/open-count.ts';
import { displayText } from '../../model/text.ts';
import { minuteText, secondText } from '../../model/time-text.ts';
import { formatCount } from '../../model/words.ts';
import type { DeadJob, ServiceStatus } from '../../ports/service-status.ts';

/** The state of the stacks and the queues, for people. */
export function renderStatus({ stacks, queues }: ServiceStatus): string {
  const lines = stacks.flatMap((status) => {
    const { tenant, stack, lastRun, openDrifts, openProposals } = status;
    const { nextScan, failure, baseline } = status;
    const name = tenant === 'default' ? stack : `${stack} (${tenant})`;
    const run =
      lastRun === undefined
        ? 'no run yet'
        : `${formatCount(lastRun.drifts, 'drift')}, ${formatCount(lastRun.intents, 'intent')} at ${minuteText(lastRun.startedAt)}`;
    const open = openDrifts === undefined ? '' : `, ${openTextOf(openDrifts)}`;
    const next = nextScan === undefined ? '' : `, next scan ${minuteText(nextScan)}`;
    const line = displayText(
      `${name}: ${run}${open}, ${formatCount(openProposals, 'open proposal')}${next}`,
      400,
    );
    const looked = lastRun === undefined || baseline !== undefined ? [] : [notLooked];
    if (failure === undefined) return [line, ...looked];
    const { message, since } = failure;
    return [
      line,
      ...looked,
      `  ${displayText(`last scan failed, since ${minuteText(since)}: ${message}`, 400)}`,
    ];
  });
  const counts = queues.map(
    ({ queue, waiting, running, delayed, dead }) =>
      `${queue}: ${waiting} waiting, ${running} running, ${delayed} delayed, ${dead} dead`,
  );
  const all = [...(lines.length === 0 ? ['No stacks.'] : lines), '', ...counts];
  return `${all.join('\n')}\n`;
}

type OpenDrifts = NonNullable<ServiceStatus['stacks'][number]['openDrifts']>;

function openTextOf({ since, questions, ...counts }: OpenDrifts): string {
  return openCountText({
    ...counts,
    ...(since === undefined ? {} : { since }),
    ...(questions === undefined ? {} : { questions }),
  });
}

const notLooked =
  '  no baseline yet: drift older than the records has not been looked for (verify: plan does)';

export function renderDeadJobs(jobs: readonly DeadJob[]): string {
  if (jobs.length === 0) return 'No job was given up.\n';
  return jobs
    .map(({ id, about, attempts, code, message, time }) => {
      const short = id.replace(/^([a-z]+-[0-9a-f]{12})[0-9a-f]*$/, '$1');
      const tries = formatCount(attempts, 'attempt');
      return `${short}  ${displayText(about, 200)}\n  ${secondText(time)}, ${tries}: ${displayText(`${code}: ${message}`, 400)}\n`;
    })
    .join('');
}
