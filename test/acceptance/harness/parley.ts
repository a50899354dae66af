import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../src/model/report.ts';
import type { TraceLine } from '../../../src/model/trace.ts';
import type { GroupOptions } from './case.ts';
import { type Finished, run } from './process.ts';
import { terraformEnvironment } from './terraform.ts';
import type { Workshop } from './workshop.ts';

export interface ParleyRun extends Finished {
  readonly report?: Report;
  readonly trace: readonly TraceLine[];
}

/** `parley reconcile --write` on the copy, with everything that the case left in the log. */
export async function reconcile(
  entry: string,
  workshop: Workshop,
  options: GroupOptions,
): Promise<ParleyRun> {
  const report = join(workshop.folder, 'report.json');
  const trace = join(workshop.folder, 'trace.jsonl');
  const args = [
    entry,
    'reconcile',
    ...['--dir', workshop.dir],
    ...['--state', workshop.state],
    ...['--events', workshop.events],
    '--write',
    ...['--policy', options.policy ?? 'accept-all'],
    ...['--report', report],
    ...['--trace', trace],
    ...(options.model === true ? [] : ['--no-llm']),
    ...(options.args ?? []),
  ];
  const { prepared, fork, dir } = workshop;
  const env = {
    // Only level plan asks Terraform, and so the cloud.
    ...(options.args?.includes('plan') === true &&
      terraformEnvironment({ ...prepared, dir, endpoint: fork.endpoint })),
    PATH: process.env['PATH'] ?? '',
    HOME: workshop.folder,
    ...options.env,
    NO_COLOR: '1',
  };
  const finished = await run(process.execPath, args, {
    cwd: workshop.folder,
    env,
    timeoutMs: 600_000,
  });
  const text = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  const reported = text(report);
  return {
    ...finished,
    ...(reported === undefined ? {} : { report: JSON.parse(reported) as Report }),
    trace: (text(trace) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as TraceLine),
  };
}
