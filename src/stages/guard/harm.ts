import { maskSensitive, readMask, secretTree } from '../../code/terraform/state/sensitive.ts';
import type { Harm, Severity } from '../../model/harm.ts';
import type { JsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { MarkedChange } from '../../providers/harm/change.ts';
import { readResourceHarm } from '../../providers/harm/read.ts';
import type { HarmFacts } from '../../providers/harm/table/types.ts';
import type { GuardPlan, PlannedResource, Side } from './plan/types.ts';
import type { GuardOutcome } from './types.ts';

/** Warned about whatever the threshold, since people who review code should see it. */
const warnFrom = 3;

/** The harm of a planned change, worst first, judged by the plan alone. */
export function plannedHarm(
  facts: HarmFacts,
  { type, before, after }: PlannedResource,
  { accounts }: Pick<GuardPlan, 'accounts'>,
): readonly Harm[] {
  const change: MarkedChange = {
    type,
    ...(before === undefined ? {} : { before: before.values }),
    ...(after === undefined ? {} : { after: after.values }),
    unknown: { ...(after === undefined ? {} : { after: after.unknown }) },
    sensitive: {
      ...(before === undefined ? {} : { before: before.sensitive }),
      ...(after === undefined ? {} : { after: after.sensitive }),
    },
  };
  const secret = [before, after].flatMap((side) => readMask(side?.sensitive));
  const hidden = [...secret, ...readMask(after?.unknown)];
  const granted = {
    type,
    before: open(before, secret),
    after: open(after, secret),
    own: { accounts },
    unknown: [...new Set(hidden.map(withoutPositions))].sort(),
  };
  return readResourceHarm(facts, change, granted).harms;
}

function open(side: Side | undefined, secret: readonly AttributePath[]): JsonObject | undefined {
  return side && maskSensitive(side.values, secretTree(secret));
}

function withoutPositions(path: AttributePath): string {
  return path.filter((step) => typeof step === 'string').join('.');
}

/**
 * The outcome for harm in a plan. The change is reviewed by people, so only the worst harm blocks.
 */
export function harmOutcome(harms: readonly Harm[], blockFrom: Severity): GuardOutcome {
  const bad = harms.filter(({ direction }) => direction === 'weakens');
  if (bad.some(({ doubt, severity }) => doubt === undefined && severity >= blockFrom)) {
    return 'block';
  }
  return bad.some(({ severity }) => severity >= Math.min(warnFrom, blockFrom)) ? 'warn' : 'pass';
}
