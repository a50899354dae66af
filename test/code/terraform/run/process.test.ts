import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProcessRequest, runProcess } from '../../../../src/code/terraform/run/process.ts';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'parley-process-'));
});

afterAll(() => {
  rmSync(dir, { recursive: true });
});

function request(script: string, more: Partial<ProcessRequest> = {}): ProcessRequest {
  return {
    binary: process.execPath,
    args: ['-e', script],
    cwd: dir,
    env: {},
    timeoutMs: 60_000,
    maxOutput: 1_000_000,
    ...more,
  };
}

const forever = 'setInterval(() => {}, 1000);';

describe('runProcess', () => {
  it('returns the exit code and the output', async () => {
    const script =
      'process.stdout.write("out é"); process.stderr.write("err"); process.exitCode = 3';

    expect(await runProcess(request(script))).toEqual({
      kind: 'exited',
      code: 3,
      stdout: 'out é',
      stderr: 'err',
    });
  });

  it('passes arguments unchanged, and only the environment it is given', async () => {
    const argument = '$(touch x); `id` "\'*';
    const script =
      'process.stdout.write(JSON.stringify([process.argv[1], process.env.A, process.env.PATH]))';

    const result = await runProcess(
      request('', { args: ['-e', script, '--', argument], env: { A: '1' } }),
    );

    expect(result).toMatchObject({ stdout: JSON.stringify([argument, '1', null]) });
  });

  it('passes on variables that a shell could not have', async () => {
    const env = { 'TF_VAR_image-id': 'ami-1', B: 'x' };
    const script = 'process.stdout.write(process.env["TF_VAR_image-id"]); process.exitCode = 2';

    expect(await runProcess(request(script, { env }))).toMatchObject({ code: 2, stdout: 'ami-1' });
    expect(await runProcess(request('', { env, binary: join(dir, 'nothing') }))).toEqual({
      kind: 'not-started',
      code: 'ENOENT',
    });
  });

  it.each([
    ['a shell', {}],
    ['Node', { 'TF_VAR_a-b': '1' }],
  ])('kills what a program leaves running, watched by %s', async (_, env) => {
    const pid = join(dir, `left-${Object.keys(env).length}`);
    const child = `require('fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid)); ${forever}`;
    const script = `const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' });
      const look = setInterval(() => { if (require('fs').existsSync(${JSON.stringify(pid)})) process.exit(); }, 20);`;

    expect(await runProcess(request(script, { env }))).toMatchObject({ kind: 'exited', code: 0 });

    while (isRunning(Number(readFileSync(pid, 'utf8')))) await delay(20);
  });

  it('reports that a program does not exist', async () => {
    const result = await runProcess(request('', { binary: join(dir, 'nothing') }));

    expect(result).toEqual({ kind: 'not-started', code: 'ENOENT' });
  });

  it('stops a program that takes too long, and its children', async () => {
    const pid = join(dir, 'pid');
    // The child ignores SIGINT, as a hanging provider would.
    const child = `process.on('SIGINT', () => {}); require('fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid)); ${forever}`;
    const script = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' }); ${forever}`;
    const stop = new AbortController();

    const running = runProcess(request(script, { signal: stop.signal }));
    while (!existsSync(pid) || readFileSync(pid, 'utf8') === '') await delay(20);
    stop.abort();

    expect(await running).toEqual({ kind: 'aborted' });
    const grandchild = Number(readFileSync(pid, 'utf8'));
    while (isRunning(grandchild)) await delay(20);
  });

  it.each<[string, Partial<ProcessRequest>, string, string]>([
    ['takes too long', { timeoutMs: 200 }, forever, 'timeout'],
    [
      'says too much',
      { maxOutput: 10_000 },
      `${forever} setInterval(() => console.log('x'.repeat(5000)), 1)`,
      'flooded',
    ],
  ])('stops a program that %s', async (_, limits, script, kind) => {
    expect(await runProcess(request(script, limits))).toEqual({ kind });
  });

  it('does not start if already aborted', async () => {
    const marker = join(dir, 'started');
    const script = `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`;

    const result = await runProcess(request(script, { signal: AbortSignal.abort() }));

    expect(result).toEqual({ kind: 'aborted' });
    expect(existsSync(marker)).toBe(false);
  });

  it('reports a signal that it did not send', async () => {
    const result = await runProcess(request(`process.kill(process.pid, 'SIGKILL'); ${forever}`));

    expect(result).toEqual({ kind: 'killed', signal: 'SIGKILL' });
  });
});

/** A zombie that has not been reaped yet counts as ended. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/stat`;
  return !existsSync(status) || !/\) Z/.test(readFileSync(status, 'utf8'));
}
