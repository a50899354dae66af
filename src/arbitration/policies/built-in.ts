import type { Result } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Policy } from '../types.ts';
import { acceptAllPolicy } from './accept-all.ts';
import { defaultPolicy } from './default.ts';
import { observePolicy } from './observe.ts';

const policies: readonly Policy[] = [defaultPolicy, acceptAllPolicy, observePolicy];

/** Names that `--policy` takes. */
export const builtInPolicyNames: readonly string[] = policies.map(({ name }) => name);

/** The policy of that name. */
export function builtInPolicy(name: string): Result<Policy> {
  const found = policies.find((policy) => policy.name === name);
  if (found !== undefined) return ok(found);
  return fail({
    code: 'unknown-policy',
    message: `There is no policy called ${displayText(name, 120)}, and policy files are not supported yet.`,
    hint: `Use ${builtInPolicyNames.slice(0, -1).join(', ')} or ${builtInPolicyNames.at(-1)}.`,
  });
}
