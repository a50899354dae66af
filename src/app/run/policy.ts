import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ActorSignature } from '../../evidence/actor/schema.ts';
import { Recent } from '../../model/recent.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Io } from '../../ports/io.ts';
import { builtInPolicyNames } from '../../stages/arbitration/policies/names.ts';
import type { Policy } from '../../stages/arbitration/types.ts';
import { builtInPolicy } from '../../stages/policy/built-in/policies.ts';
import type { JudgingOptions } from './options.ts';
import type { Shipped } from './shipped.ts';

/** The default policy file of a root module. */
export const policyFileName = 'parley.policy.yaml';

/** The origin of a policy: the name of a built-in one, or the text of a file. */
export type PolicySource =
  | { readonly builtIn: string }
  | { readonly file: string; readonly text: string; readonly base?: string };

/** A policy, with the actors that its file defines. */
export interface ChosenPolicy {
  readonly policy: Policy;
  readonly source: PolicySource;
  readonly actors: readonly ActorSignature[];
}

/** Reads policies, only once for several runs in one process. */
type PolicyReader = Pick<Shipped, 'policy'> & Partial<Pick<Shipped, 'policyFiles'>>;

function withoutActors(name: string, { policy: builtIn }: PolicyReader): Result<ChosenPolicy> {
  const policy = builtIn(name);
  return policy.ok ? ok({ policy: policy.value, source: { builtIn: name }, actors: [] }) : policy;
}

/**
 * The policy with that name or in that file. Defaults to the root module's own file, else to the
 * default policy. CEL is loaded only for files.
 */
export async function choosePolicyFile(
  root: string,
  named: string | undefined,
  reader: PolicyReader = { policy: builtInPolicy },
): Promise<Result<ChosenPolicy>> {
  if (named !== undefined && builtInPolicyNames.includes(named))
    return withoutActors(named, reader);
  const path = resolve(root, named ?? policyFileName);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined)
    return named === undefined ? withoutActors('default', reader) : missing(named);
  const { readPolicyFile } = await import('../../stages/policy/file/read.ts');
  const file = named ?? policyFileName;
  const { policyFiles = new Recent(1) } = reader;
  const read = policyFiles.get(`${file}\n${text}`, () => readPolicyFile(text, file));
  if (!read.ok) return read;
  const { extends: base, actors } = read.value.settings;
  const source = { file, text, ...(base === undefined ? {} : { base }) };
  return ok({ policy: read.value.policy, source, actors });
}

/**
 * A path in a flag is relative to the working directory, a path in the settings to the root module.
 */
export function policyNamed(
  io: Io,
  { policy }: Pick<JudgingOptions, 'policy'>,
  setting: string | undefined,
): string | undefined {
  if (policy === undefined || builtInPolicyNames.includes(policy)) return policy ?? setting;
  return resolve(io.cwd, policy);
}

/** The chosen policy without its source and actors. */
export async function choosePolicy(
  root: string,
  named: string | undefined,
): Promise<Result<Policy>> {
  const chosen = await choosePolicyFile(root, named);
  return chosen.ok ? ok(chosen.value.policy) : chosen;
}

function missing(named: string): Result<never> {
  return fail({
    code: 'unknown-policy',
    message: `There is no policy and no file called ${displayText(named, 120)}.`,
    hint: `Use ${builtInPolicyNames.slice(0, -1).join(', ')}, ${builtInPolicyNames.at(-1)}, or a file; \`parley policy show default\` writes one to start from.`,
  });
}
