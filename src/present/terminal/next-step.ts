import { naming } from '../../code/terraform/program.ts';
import type { Decision, Outcome } from '../../model/decision.ts';
import { decides } from '../../model/parties.ts';
import type { Report } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import { isObjectAddress } from '../../providers/kubernetes/names.ts';
import { endedRule } from '../../reconcile/decide/ended-choice.ts';

/** What to do now about decisions of one intent with one outcome: one line each, in plain text. */
export function nextSteps(
  report: Report,
  intent: string,
  outcome: Outcome,
  decisions: readonly Decision[],
): readonly string[] {
  switch (outcome) {
    case 'accept':
    case 'delegate':
    case 'compromise':
      return patchSteps(report, intent, decisions);
    case 'reject':
      return refusedSteps(report, decisions.filter(decides));
    case 'expired':
      return expiredSteps(report, intent, decisions.filter(decides));
    case 'escalate':
      return [
        `a person decides: parley answer ${intent} ANSWER`,
        `all reasons: parley explain ${intent}`,
      ];
    case 'defer':
      return decisions.some(decides) ? ['not decided in this run'] : [];
    case 'noop':
      return [];
  }
}

function patchSteps(
  { patches, proposals }: Report,
  intent: string,
  decisions: readonly Decision[],
): readonly string[] {
  const own = new Set(decisions.map(({ drift }) => drift));
  const patch = patches.find(
    (one) => one.intent === intent && one.drifts.some((id) => own.has(id)),
  );
  if (patch === undefined) return [];
  const branch = proposals.find((one) => one.intent === intent);
  const where = branch === undefined ? '' : `; branch ${branch.branch}`;
  const [site = '', ...more] = patch.site.split('\n').filter((one) => one !== '');
  const rest = more.length === 0 ? '' : ` and ${more.length} more`;
  if (!patch.verification.passed) return ['the patch below failed verification and is not written'];
  return [`patch of ${displayText(site, 200)}${rest}${where}`];
}

/** The end of a delegation is a patch that removes its rule; other claims that expired are refused. */
function expiredSteps(
  report: Report,
  intent: string,
  decisions: readonly Decision[],
): readonly string[] {
  const ended = decisions.filter(({ verdict }) => verdict.rule === endedRule);
  const others = decisions.filter((decision) => !ended.includes(decision));
  return [...patchSteps(report, intent, ended), ...refusedSteps(report, others)];
}

/**
 * What applying does, by Terraform and by manifests, and what to remove by hand because neither has
 * it.
 */
function refusedSteps(
  { drifts, inputs }: Report,
  decisions: readonly Decision[],
): readonly string[] {
  const made = new Set(drifts.flatMap(({ id, creation }) => (creation ? [id] : [])));
  const steps = decisions.map(({ drift, address }) => {
    const isObject = isObjectAddress(address);
    if (made.has(drift)) {
      return isObject
        ? 'no manifest has it; remove it by hand'
        : naming(inputs.program, 'Terraform does not know it; remove it by hand');
    }
    return isObject
      ? 'the manifests stay, and applying them puts it back'
      : 'the code stays, and applying it puts the cloud back (below)';
  });
  return [...new Set(steps)].sort();
}
