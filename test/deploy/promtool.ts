import { spawnSync } from 'node:child_process';

const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('prometheus');

/** True if this machine has promtool; throws if it is missing and PARLEY_REQUIRE demands it. */
export function hasPromtool(): boolean {
  const found = spawnSync('promtool', ['--version']).status === 0;
  if (!found && required) throw new Error('PARLEY_REQUIRE names prometheus; promtool is not here');
  return found;
}

/** Exit code and output of promtool; the code is not 0 if something is wrong. */
export function promtool(...args: readonly string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}
