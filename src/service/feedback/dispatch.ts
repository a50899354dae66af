import { ok, type Result } from '../../model/result.ts';
import { code } from '../plan/describe/markdown.ts';
import type { Concerned, FeedbackDeps } from './deps.ts';

const day = 86_400_000;

/**
 * Starts the workflow that puts the cloud back, where the stack names one. Who is killed right behind
 * it starts it again: what apply restores it restores once, however often it is run.
 */
export async function dispatchRevert(
  { store, now }: FeedbackDeps,
  { key, stack, forge, known }: Concerned,
): Promise<Result<void>> {
  const { revert_workflow: workflow } = stack;
  if (workflow === undefined) return ok(undefined);
  const { file, ref } = workflow;
  const { intent, addresses, number, digest } = known;
  const mark = `dispatched:${key.stack}:${forge.name}:${number}:${digest}`;
  if ((await store.marks.get(key.tenant, mark)) !== undefined) return ok(undefined);
  const sent = await forge.workflows.dispatch({
    file,
    ref,
    inputs: { stack: key.stack, intent, addresses },
  });
  if (!sent.ok && isPassing(sent.error.code)) return sent;
  const text = sent.ok
    ? `The workflow ${code(file)} was started on ${code(ref)}. It is told the addresses of this request, and nothing else was run.`
    : `The workflow ${code(file)} could not be started: ${code(sent.error.message)} Run the command of the description by hand.`;
  const said = await forge.proposals.comment(number, { key: `dispatched-${digest}`, text });
  if (!said.ok) return said;
  const until = new Date(Date.parse(now()) + 30 * day).toISOString();
  await store.marks.put(key.tenant, mark, { value: { ok: sent.ok }, until });
  return ok(undefined);
}

function isPassing(problem: string): boolean {
  return ['forge-unreachable', 'forge-rate-limit', 'forge-failed'].includes(problem);
}
