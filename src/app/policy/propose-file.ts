import { contentId } from '../../model/id.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { cutText, displayText } from '../../model/text.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { markdownProse } from '../../present/proposal/markdown.ts';
import { readPolicyFile } from '../../stages/policy/file/read.ts';
import { fileChange } from '../../text/file-change.ts';
import { readPolicyDocument } from '../receipt/policy-document.ts';
import { policyFileName } from '../run/policy.ts';

/** A new text for the policy file of a stack, with its effect in words. */
export interface PolicyAsk {
  readonly text: string;
  /** The person who asks, named as where they asked: `web:alice`. */
  readonly by: string;
  /** How recorded verdicts would change, as one sentence. */
  readonly effect: string;
  /** The forge of the stack; undefined where it has none. */
  readonly forge: string | undefined;
}

/**
 * Requests a pull request with another policy file, based on the code of the latest scan, and
 * returns its branch. The policy takes effect when somebody merges it.
 */
export async function proposePolicyFile(
  store: Pick<ServiceStore, 'runs' | 'outbox' | 'shown'>,
  key: StackKey,
  { text, by, effect, forge }: PolicyAsk,
): Promise<Result<string>> {
  if (forge === undefined) return fail(noForge);
  const run = await store.runs.latestHead(key);
  const known = await store.shown.policy(key);
  if (run === undefined || known === undefined) return fail(notScanned);
  const { file, text: now, builtIn } = readPolicyDocument(known);
  if (file === undefined && builtIn?.name !== 'default') return fail(isBuiltIn);
  const path = file ?? policyFileName;
  if (path.startsWith('..') || path.startsWith('/')) return fail(isElsewhere);
  const read = readPolicyFile(text, path);
  if (!read.ok) return read;
  const before = file === undefined ? undefined : now;
  if (before === text) return fail(isSame);
  const plan = planOf(path, before, { text, by, effect });
  await store.runs.addPlan(key, run.id, plan);
  const job = { ...key, forge, run: run.id, intent: plan.intent, by };
  await store.outbox.put([{ queue: 'propose', job }]);
  return ok(plan.branch);
}

const subjectLength = 72;

function planOf(
  path: string,
  before: string | undefined,
  { text, by, effect }: Pick<PolicyAsk, 'text' | 'by' | 'effect'>,
): PlannedProposal {
  const digest = contentId('p', [path, before ?? null, text]);
  const who = displayText(by, 100);
  const title = cutText(`policy: change ${displayText(path, 100)}`, subjectLength);
  const description = `Asked for by ${who}. ${effect}`;
  return {
    kind: 'patch',
    intent: digest,
    digest,
    branch: `parley/policy-${digest.slice(2)}`,
    title,
    body: [markdownProse(description, 1000), '', 'It takes effect when somebody merges it.'].join(
      '\n',
    ),
    labels: ['parley:policy'],
    check: {
      name: 'parley',
      state: 'passed',
      title: 'a policy that can be read',
      summary: description,
    },
    message: { subject: title, body: description, trailers: [['Intent-Id', digest]] },
    files: [fileChange(path, before, text)],
    addresses: [],
  };
}

const noForge: Problem = {
  code: 'no-forge',
  message: 'No forge is set up for the stack.',
  hint: 'Copy the text into the policy file of the repository.',
};

const notScanned: Problem = {
  code: 'not-scanned',
  message: 'The stack has not been scanned yet, so its policy is not known.',
};

const isBuiltIn: Problem = {
  code: 'built-in-policy',
  message: 'The settings of the project name a built-in policy, which has no file.',
  hint: `Remove the name from parley.yaml: then ${policyFileName} applies.`,
};

const isElsewhere: Problem = {
  code: 'policy-elsewhere',
  message: 'The policy file is not below the root module.',
  hint: 'Change it in the repository by hand.',
};

const isSame: Problem = {
  code: 'policy-unchanged',
  message: 'The policy file already has this text.',
};
