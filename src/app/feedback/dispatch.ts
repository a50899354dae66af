import { ok, type Problem, type Result } from '../../model/result.ts';
import { code, prose } from '../../present/proposal/markdown.ts';
import type { Concerned, FeedbackDeps } from './deps.ts';

const day = 86_400_000;

/** `begun` stays where who began was killed. */
type Outcome = 'begun' | 'started' | 'refused' | 'unknown' | 'said';

/**
 * Starts the workflow that puts the cloud back, where the stack names one: at most once a merge.
 * That it is begun is put down before. Where nobody knows what came of it, a person is asked to look.
 */
export async function dispatchRevert(
  deps: FeedbackDeps,
  concerned: Concerned,
): Promise<Result<void>> {
  const { key, stack, forge, known } = concerned;
  if (stack.revert_workflow === undefined) return ok(undefined);
  const mark = `dispatched:${key.stack}:${forge.name}:${known.number}:${known.digest}`;
  const isFirst = await deps.store.marks.take(key.tenant, mark, markOf(deps, 'begun'));
  const begun = (await deps.store.marks.get(key.tenant, mark))?.value;
  if (begun?.['outcome'] === 'said') return ok(undefined);
  const reason = begun?.['reason'];
  let outcome = outcomeOf(begun?.['outcome']);
  let why = typeof reason === 'string' ? reason : '';
  if (isFirst) {
    const sent = await send(concerned);
    if (!sent.ok && sent.error.code === 'forge-rate-limit') {
      // Nothing was done.
      await deps.store.marks.drop(key.tenant, mark);
      return sent;
    }
    outcome = sent.ok ? 'started' : failureOf(sent.error);
    why = sent.ok ? '' : sent.error.message;
    await deps.store.marks.put(key.tenant, mark, markOf(deps, outcome, why));
  }
  const text = textOf(concerned, outcome, why);
  const comment = { key: `dispatched-${known.digest}`, text };
  const said = await forge.proposals.comment(known.number, comment);
  if (!said.ok) return said;
  await deps.store.marks.put(key.tenant, mark, markOf(deps, 'said'));
  return ok(undefined);
}

function send({ key, stack, forge, known }: Concerned): Promise<Result<void>> {
  const { file, ref } = stack.revert_workflow ?? { file: '', ref: '' };
  const { intent, addresses } = known;
  return forge.workflows.dispatch({ file, ref, inputs: { stack: key.stack, intent, addresses } });
}

/** The forge may have done what it was asked, although its answer got lost. */
function failureOf({ code: problem }: Problem): Outcome {
  return ['forge-unreachable', 'forge-failed', 'forge-answer'].includes(problem)
    ? 'unknown'
    : 'refused';
}

function outcomeOf(value: unknown): Outcome {
  return value === 'started' || value === 'refused' ? value : 'unknown';
}

function markOf({ now }: FeedbackDeps, outcome: Outcome, reason = '') {
  const until = new Date(Date.parse(now()) + 30 * day).toISOString();
  return { value: { outcome, reason }, until };
}

function textOf({ stack }: Concerned, outcome: Outcome, why: string): string {
  const { file = '', ref = '' } = stack.revert_workflow ?? {};
  const workflow = `The workflow ${code(file)}`;
  if (outcome === 'started') {
    return `${workflow} was started on ${code(ref)}. It is told the addresses of this request, and nothing else was run.`;
  }
  const because = why === '' ? '' : ` ${prose(why)}`;
  if (outcome === 'refused') {
    return `${workflow} could not be started.${because} Run the command of the description by hand.`;
  }
  return `It is not known whether the workflow ${code(file)} was started on ${code(ref)}: the answer of the forge got lost. It is not started again. See whether it runs, and else start it by hand.`;
}
