import { day, shiftTime } from '../../model/instant.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import { claimKeys } from '../../ports/store/state/keys.ts';
import type { Dispatch } from '../../ports/store/state/schemas.ts';
import { markdownCode, markdownProse } from '../../present/proposal/markdown.ts';
import type { Concerned, FeedbackDeps } from './deps.ts';

type Outcome = Dispatch['outcome'];

/**
 * Starts the workflow that reverts the cloud, where the stack names one, at most once for each
 * merge. The attempt is recorded beforehand. Where its outcome is unknown, a person is asked to
 * look.
 */
export async function dispatchRevert(
  deps: FeedbackDeps,
  concerned: Concerned,
): Promise<Result<void>> {
  const { key, stack, forge, known } = concerned;
  if (stack.revert_workflow === undefined) return ok(undefined);
  const claim = claimKeys.dispatch(key.stack, forge.name, known.number, known.digest);
  const isFirst = await deps.store.claims.take(key.tenant, claim, claimOf(deps, 'begun'));
  const begun = (await deps.store.claims.get(key.tenant, claim))?.value;
  if (begun?.outcome === 'notified') return ok(undefined);
  let outcome = outcomeOf(begun?.outcome);
  let why = begun?.reason ?? '';
  if (isFirst) {
    const sent = await send(concerned);
    if (!sent.ok && sent.error.code === 'forge-rate-limit') {
      // The forge did nothing, so the claim is given up for the next attempt.
      await deps.store.claims.drop(key.tenant, claim);
      return sent;
    }
    outcome = sent.ok ? 'started' : failureOf(sent.error);
    why = sent.ok ? '' : sent.error.message;
    await deps.store.claims.put(key.tenant, claim, claimOf(deps, outcome, why));
  }
  const text = textOf(concerned, outcome, why);
  const comment = { key: `dispatched-${known.digest}`, text };
  const posted = await forge.proposals.comment(known.number, comment);
  if (!posted.ok) return posted;
  await deps.store.claims.put(key.tenant, claim, claimOf(deps, 'notified'));
  return ok(undefined);
}

function send({ key, stack, forge, known }: Concerned): Promise<Result<void>> {
  const { file, ref } = stack.revert_workflow ?? { file: '', ref: '' };
  const { intent, addresses } = known;
  return forge.workflows.dispatch({ file, ref, inputs: { stack: key.stack, intent, addresses } });
}

/** `unknown` where the forge may have carried out the request although its answer was lost. */
function failureOf({ code: problem }: Problem): Outcome {
  return ['forge-unreachable', 'forge-failed', 'forge-answer'].includes(problem)
    ? 'unknown'
    : 'refused';
}

function outcomeOf(value: Outcome | undefined): Outcome {
  return value === 'started' || value === 'refused' ? value : 'unknown';
}

function claimOf({ now }: FeedbackDeps, outcome: Outcome, reason = '') {
  const until = shiftTime(now(), 30 * day);
  return { value: { outcome, reason }, until };
}

function textOf({ stack }: Concerned, outcome: Outcome, why: string): string {
  const { file = '', ref = '' } = stack.revert_workflow ?? {};
  const workflow = `The workflow ${markdownCode(file)}`;
  if (outcome === 'started') {
    return `${workflow} was started on ${markdownCode(ref)}. It gets the addresses of this request; nothing else was run.`;
  }
  const because = why === '' ? '' : ` ${markdownProse(why)}`;
  if (outcome === 'refused') {
    return `${workflow} could not be started.${because} Run the command in the description by hand.`;
  }
  return `It is not known whether the workflow ${markdownCode(file)} was started on ${markdownCode(ref)}: the forge's answer was lost. It is not started again. Check whether it is running, and otherwise start it by hand.`;
}
