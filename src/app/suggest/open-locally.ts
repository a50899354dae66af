import { readFile } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { createLocalForge } from '../../adapters/forge/local/branches.ts';
import { readConfig } from '../../config/read.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { ExitCode, Io } from '../../ports/io.ts';
import { printProblem } from '../../present/terminal/print-problem.ts';
import { terminalText } from '../../present/terminal/safe.ts';
import { builtInPolicyNames } from '../../stages/arbitration/policies/names.ts';
import { definedOnly } from '../run/environment.ts';
import { policyFileName, policyNamed } from '../run/policy.ts';
import { rulePlan, type SuggestionSource } from './plan.ts';
import type { ProposedRule } from './propose.ts';

interface Place {
  /** Folder of the root module, absolute. */
  readonly root: string;
  readonly policy?: string;
}

/**
 * Makes a branch for each suggestion, with the policy file edited. The same suggestion again
 * changes nothing.
 */
export async function openLocally(
  io: Io,
  place: Place,
  proposed: readonly ProposedRule[],
): Promise<ExitCode> {
  if (proposed.length === 0) {
    io.out('The reviews suggest no rule that would change a verdict.\n');
    return 0;
  }
  const source = await policySource(io, place);
  if (!source.ok) return printProblem(io, source.error);
  const forge = createLocalForge(place.root, definedOnly(io.env));
  for (const one of proposed) {
    const plan = rulePlan(one, source.value);
    if (plan === undefined) return printProblem(io, notEditable(source.value.path));
    const { path, before, after } = plan.file;
    const opened = await forge.propose(
      {
        intent: plan.id,
        branch: plan.branch,
        message: plan.message,
        files: [{ path, before, content: after }],
      },
      { force: false },
    );
    if (!opened.ok) return printProblem(io, opened.error);
    const { state, branch, location } = opened.value;
    io.out(terminalText(`${plan.title}\n  ${branch}: ${state} (${location})\n`, false));
  }
  return 0;
}

/**
 * The policy file that receives rules. A built-in policy is extended by a file of the project's
 * own.
 */
async function policySource(io: Io, { root, policy }: Place): Promise<Result<SuggestionSource>> {
  const config = await readConfig(root, undefined);
  if (!config.ok) return config;
  const named = policyNamed(io, policy === undefined ? {} : { policy }, config.value.policy);
  if (named !== undefined && builtInPolicyNames.includes(named)) return fail(isBuiltIn(named));
  const path = relative(root, resolve(root, named ?? policyFileName));
  if (path.startsWith('..') || isAbsolute(path)) return fail(notEditable(path));
  const text = await readFile(resolve(root, path), 'utf8').catch(() => undefined);
  return ok({ path, text });
}

function isBuiltIn(name: string): Problem {
  return {
    code: 'built-in-policy',
    message: `The policy is the built-in ${name}, which has no file that a rule could go into.`,
    hint: `Write ${policyFileName} with \`extends: ${name}\`, and name it instead.`,
  };
}

function notEditable(file: string): Problem {
  return {
    code: 'policy-not-editable',
    message: 'The rule cannot be added to the policy file as it is written.',
    place: { file },
    hint: 'Write its rules as a list with a dash each, or add the rule of `parley policy suggest` by hand.',
  };
}
