import { ok, type Result } from '../../model/result.ts';
import type { StoredField } from '../../pipeline/store.ts';
import type { PlannedProposal } from '../ports/planned-proposal.ts';
import type { KnownProposal } from '../ports/store.ts';
import { closeOne, removeBranch } from './close-one.ts';
import type { ProposeScope } from './deps.ts';
import { stackName } from './push-plan.ts';
import { whyClosed } from './why-closed.ts';

/** Closes what is open for intents that nothing is planned for any more. */
export async function closeOthers(
  scope: ProposeScope,
  plans: readonly PlannedProposal[],
): Promise<Result<void>> {
  const { deps, key, forge, target } = scope;
  const planned = new Set(plans.map(({ branch }) => branch));
  const open = (await deps.store.proposals.list(key, 'open')).filter(
    (one) => one.forge === forge.name,
  );
  const left = open.filter(({ branch }) => !planned.has(branch));
  const stored = left.length === 0 ? [] : await deps.store.project(key).intents();
  const fields = new Map(stored.map(({ intent, fields }) => [intent.id, fields]));
  for (const known of left) {
    if (!(await scope.isLatest())) return ok(undefined);
    const closed = await closeKnown(scope, known, fields.get(known.intent) ?? []);
    if (!closed.ok) return closed;
  }
  const done = new Set(open.map(({ branch }) => branch));
  for (const [branch, tip] of scope.tips) {
    if (planned.has(branch) || done.has(branch)) continue;
    const owner = await deps.pusher.ownerOf(target, branch, tip);
    if (!owner.ok) return owner;
    if (owner.value?.stack !== stackName(key)) continue;
    if (!(await scope.isLatest())) return ok(undefined);
    const closed = await closeForgotten(scope, owner.value.intent, branch, tip);
    if (!closed.ok) return closed;
  }
  return ok(undefined);
}

function closeKnown(
  scope: ProposeScope,
  { intent, branch, number, addresses }: KnownProposal,
  fields: readonly StoredField[],
): Promise<Result<void>> {
  const word = whyClosed(scope.run.report, { intent, addresses, fields });
  return closeOne(scope, { intent, branch, number }, word);
}

/**
 * A branch of this stack without an open proposal that is remembered. Where there is one all the
 * same, whoever opened it was killed before it was put down, and the run after that wanted it no more.
 */
async function closeForgotten(
  scope: ProposeScope,
  intent: string,
  branch: string,
  tip: string,
): Promise<Result<void>> {
  const { run, forge } = scope;
  const found = await forge.proposals.find({ kind: 'intent', intent, branch });
  if (!found.ok) return found;
  const open = found.value.filter(({ state }) => state === 'open');
  const word = whyClosed(run.report, { intent, addresses: [], fields: [] });
  for (const { number } of open) {
    const closed = await closeOne(scope, { intent, branch, number }, word);
    if (!closed.ok) return closed;
  }
  // What a person closed may be opened again.
  const isDeclined = open.length === 0 && found.value.at(-1)?.state === 'declined';
  return isDeclined ? ok(undefined) : removeBranch(scope, branch, tip);
}
