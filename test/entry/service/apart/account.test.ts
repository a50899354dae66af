import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  accountEnvironment,
  accountIn,
  closeFolder,
  openAccount,
  shutOut,
} from '../../../../src/entry/service/apart/account.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-account-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const passwd = `root:x:0:0:root:/root:/bin/sh
broken:x:one:two::/:
runner:x:998:997:Runs,of Parley:/var/lib/runner:/usr/sbin/nologin
`;

describe('the account of runs', () => {
  it.each([
    ['runner', { name: 'runner', uid: 998, gid: 997, home: '/var/lib/runner' }],
    ['broken', undefined],
    ['nobody-of-that-name', undefined],
  ])('%s', (name, expected) => {
    expect(accountIn(passwd, name)).toEqual(expected);
  });

  it.each([
    ['somebody', 1000, 'account-needs-root'],
    ['root', 0, 'account-is-root'],
    ['parley-no-such-account', 0, 'no-such-account'],
  ])('%s in a service that runs as user %s: %s', async (name, own, code) => {
    expect(await openAccount(name, own)).toMatchObject({ ok: false, error: { code } });
  });

  it("has its own home, and no socket of the service's agent", () => {
    const env = {
      ...{ PATH: '/bin', HOME: '/root', USER: 'root', XDG_CONFIG_HOME: '/root/.config' },
      SSH_AUTH_SOCK: '/run/agent',
    };
    expect(
      accountEnvironment({ name: 'runner', uid: 998, gid: 997, home: '/home/r' }, env),
    ).toEqual({
      ...{ PATH: '/bin', HOME: '/home/r', USER: 'runner', LOGNAME: 'runner' },
    });
  });
});

it("closes the service's folder, except what runs read, and follows no link", async () => {
  for (const name of ['db', 'repositories'])
    mkdirSync(join(folder, 'own', name), { recursive: true });
  writeFileSync(join(folder, 'own', 'daemon.json'), '{}', { mode: 0o644 });
  writeFileSync(join(folder, 'elsewhere'), '', { mode: 0o644 });
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'own', 'link'));

  await closeFolder(join(folder, 'own'), [join(folder, 'own', 'repositories')]);

  const mode = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8);
  expect(mode('own', 'db')).toBe('700');
  expect(mode('own', 'repositories')).toBe('755');
  expect(mode('own', 'daemon.json')).toBe('600');
  expect(mode('elsewhere')).toBe('644');
});

// Only root can start programs as another user.
it.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux').each([
  [0o755, undefined],
  [0o711, undefined],
  [0o700, 'account-shut-out'],
])('checks access below a folder with mode %o before any run: %s', async (mode, code) => {
  const above = mkdtempSync(join('/tmp', 'parley-above-'));
  const own = join(above, 'repositories');
  mkdirSync(own);
  chmodSync(above, mode);
  const nobody = { name: 'nobody', uid: 65534, gid: 65534, home: '/nonexistent' };

  const problem = await shutOut(nobody, own);

  expect(problem?.code).toBe(code);
  rmSync(above, { recursive: true });
});
