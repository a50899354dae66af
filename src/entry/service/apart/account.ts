import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';

/** The account that processes run as. */
export interface ProcessAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/** The account of that name, if this process may start others as it. */
export async function openAccount(
  name: string,
  own: number | undefined = process.getuid?.(),
): Promise<Result<ProcessAccount>> {
  if (own !== 0) return fail(notRoot(name));
  const account = accountIn(await readFile('/etc/passwd', 'utf8').catch(() => ''), name);
  if (account === undefined) return fail(unknown(name));
  return account.uid === 0 ? fail(isRoot(name)) : ok(account);
}

/**
 * Finds an account in `/etc/passwd`, where each line has name, password, uid, gid, comment, home
 * and shell.
 */
export function accountIn(passwd: string, name: string): ProcessAccount | undefined {
  for (const line of passwd.split('\n')) {
    const [found, , uid = '', gid = '', , home = ''] = line.split(':');
    if (found !== name || !/^\d+$/.test(uid) || !/^\d+$/.test(gid)) continue;
    return { name, uid: Number(uid), gid: Number(gid), home };
  }
  return undefined;
}

type Environment = Readonly<Record<string, string>>;

/**
 * The environment with the account's home instead of the service's, and without the service's
 * sockets.
 */
export function accountEnvironment({ name, home }: ProcessAccount, env: Environment): Environment {
  const kept = Object.entries(env).filter(([key]) => !/^(?:XDG_|SSH_AUTH_SOCK$)/.test(key));
  return { ...Object.fromEntries(kept), HOME: home, USER: name, LOGNAME: name };
}

/** Makes a folder that only the account can use. */
export async function giveFolder(path: string, { uid, gid }: ProcessAccount): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chown(path, uid, gid);
}

/** Denies all other accounts access to a folder of the service, except for what runs read. */
export async function closeFolder(path: string, shared: readonly string[]): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const own = join(path, entry.name);
    if (entry.isSymbolicLink() || shared.includes(own)) continue;
    await chmod(own, entry.isDirectory() ? 0o700 : 0o600);
  }
}

/**
 * Undefined where the account can enter a folder and start this program. It is tried out, since
 * more than the modes of folders may forbid it.
 */
export async function shutOut(
  { name, uid, gid, home }: ProcessAccount,
  folder: string,
): Promise<Problem | undefined> {
  const args = ['-e', 'process.chdir(process.argv[1])', folder];
  try {
    await promisify(execFile)(process.execPath, args, { uid, gid, cwd: '/', env: { HOME: home } });
    return undefined;
  } catch {
    return {
      code: 'account-shut-out',
      message: `limits.run.account names ${name}, which cannot start ${process.execPath} or enter the folder of the code that runs look at.`,
      place: { file: folder },
      hint: `Let it enter that and each folder above (\`chmod o+x\`); \`namei -l ${folder}\` lists their modes.`,
    };
  }
}

function notRoot(name: string): Problem {
  return {
    code: 'account-needs-root',
    message: `limits.run.account names ${name}, and only a service that is started as root may run as another account.`,
    hint: 'Start the service as root, or leave the setting out and start the service as that account.',
  };
}

function unknown(name: string): Problem {
  return {
    code: 'no-such-account',
    message: `limits.run.account names ${name}, which is not in /etc/passwd.`,
    hint: 'Make the account (`useradd --system --create-home`), or name another one.',
  };
}

function isRoot(name: string): Problem {
  return {
    code: 'account-is-root',
    message: `limits.run.account names ${name}, which may do everything.`,
    hint: 'Name an account without privileges.',
  };
}
