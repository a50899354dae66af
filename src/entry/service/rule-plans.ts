import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { policyFileName } from '../../app/run/policy.ts';
import { readFeedback } from '../../app/run/remembered.ts';
import { isDeclined, readDeclined } from '../../app/suggest/declined.ts';
import { type RulePlan, rulePlan, type SuggestionSource } from '../../app/suggest/plan.ts';
import { proposeRules } from '../../app/suggest/propose.ts';
import { answersText, numbersText, replayText } from '../../app/suggest/sentences.ts';
import { day, shiftTime } from '../../model/instant.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import type { Store } from '../../ports/store/run-store.ts';
import { countFeedback } from '../../reconcile/learning/counts.ts';
import { suggestRules } from '../../reconcile/learning/suggest.ts';
import { builtInPolicyNames } from '../../stages/arbitration/policies/names.ts';
import type { Policy } from '../../stages/arbitration/types.ts';
import { fileChange } from '../../text/file-change.ts';

/** How far back verdicts are decided again. */
const replayed = 30 * day;

/** Nobody would read more at a time. */
const max = 3;

interface RulesInput {
  readonly store: Pick<Store, 'feedback' | 'runs'>;
  readonly policy: Policy;
  /** Root module in the checkout, absolute. */
  readonly root: string;
  /** The policy as the settings name it. */
  readonly named: string | undefined;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/**
 * Proposals for the policy file of a repository, based on what people answered. None without
 * reviews.
 */
export async function rulePlans(input: RulesInput): Promise<readonly PlannedProposal[]> {
  const { store, policy, now } = input;
  const log = await readFeedback(store);
  const suggestions = suggestRules(countFeedback(log, { cutoff: now }));
  if (suggestions.length === 0) return [];
  const source = await sourceOf(input);
  if (source === undefined) return [];
  const runs = await store.runs(shiftTime(now, -replayed));
  const declined = await readDeclined(store);
  return proposeRules(policy, suggestions, runs, log)
    .filter(({ suggestion }) => !isDeclined(declined, suggestion))
    .slice(0, max)
    .flatMap((one) => {
      const plan = rulePlan(one, source);
      const sentences = [numbersText(one.suggestion), replayText(one), answersText(one)];
      return plan === undefined ? [] : [plannedOf(plan, sentences.join(' '))];
    });
}

/** Undefined where the policy is a built-in one that somebody chose by name. */
async function sourceOf({ root, named }: RulesInput): Promise<SuggestionSource | undefined> {
  if (named !== undefined && named !== 'default' && builtInPolicyNames.includes(named))
    return undefined;
  const path = named === undefined || named === 'default' ? policyFileName : named;
  const text = await readFile(join(root, path), 'utf8').catch(() => undefined);
  return text === undefined && path !== policyFileName ? undefined : { path, text };
}

function plannedOf(plan: RulePlan, summary: string): PlannedProposal {
  const { id, digest, branch, title, body, message, file } = plan;
  return {
    kind: 'patch',
    intent: id,
    digest,
    branch,
    title,
    body,
    labels: ['parley:policy'],
    check: { name: 'parley', state: 'passed', title: 'a rule that reviews speak for', summary },
    message,
    files: [fileChange(file.path, file.before, file.after)],
    addresses: [],
  };
}
