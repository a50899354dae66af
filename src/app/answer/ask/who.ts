import { userInfo } from 'node:os';
import { quietGit, safeGit } from '../../../adapters/git/safe-git.ts';
import { displayText } from '../../../model/text.ts';
import type { Io } from '../../../ports/io.ts';
import { definedOnly } from '../../run/environment.ts';

/** Milliseconds after which git is abandoned. */
const timeout = 5000;

/**
 * The person at this terminal: `git:` and the mail address of their commits, else `user:` and the
 * name of their account. Either is only a claim, made by somebody who can write to the store
 * anyway.
 */
export async function whoAnswers({ env }: Io, dir: string): Promise<string> {
  const email = (await mailAddress(dir, definedOnly(env))) ?? '';
  if (email !== '') return `git:${displayText(email, 200)}`;
  return `user:${displayText(accountName(env), 200)}`;
}

/** Undefined without git, or where git has no mail address configured. */
async function mailAddress(
  dir: string,
  env: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const git = await safeGit(dir, env, { timeout, isPlumbing: true });
  return (await quietGit(git(['config', '--get', 'user.email'])))?.trim();
}

function accountName(env: Io['env']): string {
  const named = env['USER'] || env['LOGNAME'] || env['USERNAME'];
  if (named !== undefined && named !== '') return named;
  try {
    return userInfo().username;
  } catch {
    // The account has no entry in the system's list, as in containers.
    return 'unknown';
  }
}
