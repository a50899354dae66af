import { afterAll, describe, expect, it } from 'vitest';
import type { LogLevel } from '../../../src/adapters/telemetry/log.ts';
import { readServiceSettings } from '../../../src/app/stack/settings.ts';
import { createTelemetry } from '../../../src/entry/service/telemetry.ts';
import type { Io } from '../../../src/ports/io.ts';
import { newFolder, parley, removeFolders } from '../cli/parley.ts';

afterAll(removeFolders);

/** The levels that a process of the service logs. */
async function written(env: Io['env'], flag?: LogLevel): Promise<readonly string[]> {
  const lines: string[] = [];
  const io: Io = {
    out: () => undefined,
    err: (text) => void lines.push(text),
    env,
    cwd: newFolder(),
    now: () => '2026-03-14T03:00:00.000Z',
    elapsed: () => 0,
    columns: 80,
    color: false,
  };
  const settings = await readServiceSettings(io, {
    dir: '.',
    ...(flag === undefined ? {} : { logLevel: flag }),
  });
  if (!settings.ok) return settings.error.map(({ code }) => code);
  const { log } = createTelemetry(io, settings.value);
  log.debug('one');
  log.info('two');
  log.warn('three');
  log.error('four');
  return lines.map((line) => JSON.parse(line).level);
}

describe('the log level', () => {
  it.each<readonly [string, Io['env'], LogLevel | undefined, readonly string[]]>([
    ['info unless something is said', {}, undefined, ['info', 'warn', 'error']],
    ['that of the environment', { PARLEY_LOG_LEVEL: 'error' }, undefined, ['error']],
    ['that of the flag first', { PARLEY_LOG_LEVEL: 'debug' }, 'warn', ['warn', 'error']],
    ['as low as debug', {}, 'debug', ['debug', 'info', 'warn', 'error']],
    [
      'info where the variable is empty',
      { PARLEY_LOG_LEVEL: '' },
      undefined,
      ['info', 'warn', 'error'],
    ],
    ['none that nobody knows', { PARLEY_LOG_LEVEL: 'loud' }, undefined, ['no-such-log-level']],
  ])('is %s', async (_, env, flag, levels) => {
    expect(await written(env, flag)).toEqual(levels);
  });

  it('is one of four on the command line', async () => {
    const run = await parley(newFolder(), 'serve', '--log-level', 'loud');

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(/log-level.*debug, info, warn, error/);
  });
});
