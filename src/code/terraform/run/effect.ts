import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { type AttributePath, formatPath, overlaps } from '../../../model/path.ts';
import { displayText } from '../../../model/text.ts';
import { elementRule } from '../../../providers/catalog/elements.ts';
import type { ProviderSchema } from '../../../providers/schema/types.ts';
import { type PlanPart, planParts } from './parts.ts';
import type { PlannedChange } from './plan.ts';

export interface EffectFacts {
  readonly schema: ProviderSchema;
  /** True if the provider treats two values of an attribute as equal. */
  readonly same?: (type: string, path: AttributePath, a: Json, b: Json) => boolean;
  /** Whether the code sets an attribute, or has a block of that type. */
  readonly sets: (address: string, attribute: string) => boolean;
}

/** The changes that a planned change makes in the cloud, and why the rest makes none. */
export interface PlannedEffect {
  readonly parts: readonly PlanPart[];
  /** Why the rest changes nothing, one sentence each. */
  readonly reasons: readonly string[];
}

/** Removes the parts of a change that mean the same on both sides, with a reason for each. */
export function reduceToEffect(change: PlannedChange, facts: EffectFacts): PlannedEffect {
  const { parts, regrouped } = planParts(change, facts.schema);
  if (change.before === null || change.after === null) return { parts, reasons: [] };
  const reasons = regrouped.map((path) => regroupReason(change, path));
  const left = parts.filter((part) => {
    const reason = idleReason(change, part, facts);
    if (reason !== undefined) reasons.push(reason);
    return reason === undefined;
  });
  return { parts: left, reasons };
}

function regroupReason({ type, address }: PlannedChange, path: AttributePath): string {
  const name = displayText(formatPath(path), 120);
  const block = path.at(-1);
  const isRule = typeof block === 'string' && elementRule(type, block)?.mergeable !== undefined;
  return isRule
    ? `Terraform will regroup the ${name} rules of ${address}; nothing changes in the cloud.`
    : `Terraform will write the members of ${name} of ${address} in another order; nothing changes in the cloud.`;
}

function idleReason(
  change: PlannedChange,
  { path, member, before, after }: PlanPart,
  { same, sets }: EffectFacts,
): string | undefined {
  const { type, address, importing, secrets } = change;
  const name = displayText(formatPath(path), 120);
  if (isHidden(before, after)) return undefined;
  // Both sides may look the same although the hidden secrets in them differ.
  if (secrets.some((each) => each.changed && overlaps(each.path, path))) return undefined;
  if (importing !== undefined && path.length === 1 && isDefault(before, after)) {
    if (sets(address, String(path[0]))) return undefined;
    const value = displayText(JSON.stringify(after), 80);
    return `Terraform will note the default of ${name} (${value}) with the import of ${address}; nothing changes in the cloud.`;
  }
  if (member !== undefined || !isSet(before) || !isSet(after)) return undefined;
  return same?.(type, path, before, after) === true
    ? `Terraform will write ${name} of ${address} in another form that means the same; nothing changes in the cloud.`
    : undefined;
}

/** A difference in a secret has null on both sides. */
function isHidden(before: Json | undefined, after: Json | undefined): boolean {
  return before === null && after === null;
}

/** A new scalar value that the code does not set can only be the schema's default. */
function isDefault(before: Json | undefined, after: Json | undefined): boolean {
  return !isSet(before) && isSet(after) && !isJsonArray(after) && !isJsonObject(after);
}

function isSet(value: Json | undefined): value is Json {
  return value !== undefined && value !== null;
}
