import type { AttributePath } from '../../../model/path.ts';
import { formatPath } from '../../../model/path.ts';
import { displayText } from '../../../model/text.ts';
import { isComputedOnly, schemaAt } from '../../../providers/schema/query.ts';
import type { ProviderSchema } from '../../../providers/schema/types.ts';
import { isDerived } from '../../../providers/traits/derived-attributes.ts';
import { isBlankValue } from './difference.ts';
import type { EffectFacts } from './effect.ts';
import { describeFinding, type PlanJudgment } from './finding.ts';
import { type NamedPlan, names } from './named.ts';
import { type PlanPart, planParts } from './parts.ts';
import type { PlannedChange } from './plan.ts';

/**
 * Drift that Terraform does not report, because the code leaves the attribute open. Where the patch
 * should cover it, the patch did not write the value down; elsewhere the state is merely older than
 * the cloud.
 */
export function silentDrift(
  drift: PlannedChange,
  facts: EffectFacts,
  /** What the patch concerns at the address; everything if empty. */
  scope: readonly NamedPlan[],
): PlanJudgment {
  const { address, type } = drift;
  const silent = planParts(drift, facts.schema).parts.filter(({ path }) => {
    const attribute = path[0];
    return (
      typeof attribute === 'string' &&
      !isDerived(type, attribute) &&
      !isProvidersOwn(facts.schema, type, path) &&
      !facts.sets(address, attribute)
    );
  });
  const isMeant = (part: PlanPart): boolean =>
    scope.length === 0 || scope.some((each) => names(each, part));
  const left = silent.filter((part) => isMeant(part) && isLeftOpen(facts.schema, type, part));
  const findings = left.map((part) => ({
    text: `${address} still drifts where the code is silent: ${describeFinding(part)}.`,
    drifts: scope.filter((each) => names(each, part)).map((each) => each.drift),
  }));
  const older = [
    ...new Set(
      silent
        .filter((part) => !isMeant(part))
        .map(({ path }) => displayText(formatPath(path.slice(0, 1)), 120)),
    ),
  ].sort();
  const notes =
    older.length === 0
      ? []
      : [
          `The state has older values of ${older.join(', ')} of ${address}, which the code leaves open.`,
        ];
  return { findings, notes };
}

/**
 * True if the provider may choose the value. For a value that only the code sets, or no value, a
 * plan without changes is sufficient.
 */
function isLeftOpen(
  schema: ProviderSchema,
  type: string,
  { path, before, after }: PlanPart,
): boolean {
  const isHidden = before === null && after === null;
  if (isBlankValue(after) && !isHidden) return false;
  const place = schemaAt(schema, type, path.slice(0, 1));
  return place?.kind !== 'attribute' || place.attribute.computed;
}

/** Positions in a plan may refer to set members, which the schema identifies by content only. */
function isProvidersOwn(schema: ProviderSchema, type: string, path: AttributePath): boolean {
  const named = path.map((step) => (typeof step === 'number' ? { element: null } : step));
  return isComputedOnly(schema, type, path) || isComputedOnly(schema, type, named);
}
