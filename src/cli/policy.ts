import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { builtInPolicy, builtInPolicyNames } from '../arbitration/policies/built-in.ts';
import type { Policy } from '../arbitration/types.ts';
import { fail, type Result } from '../model/result.ts';
import { displayText } from '../model/text.ts';
import type { Io } from './io.ts';
import type { RunOptions } from './options.ts';

/** The file that is the policy of a root module where nobody names another. */
export const policyFileName = 'parley.policy.yaml';

/**
 * The policy of that name or file; without a name the root module's own file, else the default.
 * CEL is loaded only for files.
 */
export async function choosePolicy(
  root: string,
  named: string | undefined,
): Promise<Result<Policy>> {
  if (named !== undefined && builtInPolicyNames.includes(named)) return builtInPolicy(named);
  const path = resolve(root, named ?? policyFileName);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return named === undefined ? builtInPolicy('default') : missing(named);
  const { readPolicy } = await import('../policy/file/read.ts');
  return readPolicy(text, named ?? policyFileName);
}

/** A flag is relative to where the command runs, a setting to the root module. */
export function policyNamed(
  io: Io,
  { policy }: Pick<RunOptions, 'policy'>,
  setting: string | undefined,
): string | undefined {
  if (policy === undefined || builtInPolicyNames.includes(policy)) return policy ?? setting;
  return resolve(io.cwd, policy);
}

function missing(named: string): Result<never> {
  return fail({
    code: 'unknown-policy',
    message: `There is no policy and no file called ${displayText(named, 120)}.`,
    hint: `Use ${builtInPolicyNames.slice(0, -1).join(', ')}, ${builtInPolicyNames.at(-1)}, or a file; \`parley policy show default\` writes one to start from.`,
  });
}
