import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Measured {
  readonly read: number;
  readonly kept: number;
  readonly problems: number;
  readonly seconds: number;
  /** Sum over all threads. On a busy machine it is more meaningful than wall time. */
  readonly cpuSeconds: number;
  /** Peak resident memory of the process. */
  readonly megabytes: number;
}

/** Runs one of the programs in this folder on a log, in its own process. */
export async function measure(program: 'reader' | 'baseline', log: string): Promise<Measured> {
  const script = join(import.meta.dirname, `${program}.ts`);
  const { stdout } = await run(process.execPath, ['--import', 'tsx', script, log], {
    timeout: 120_000,
  });
  return JSON.parse(stdout) as Measured;
}
