import { isBlankValue } from '../../code/terraform/run/difference.ts';
import type { PlannedChange, TerraformPlan } from '../../code/terraform/run/plan.ts';
import type { Decision } from '../../model/decision.ts';
import type { Creation, Drift, DriftValue } from '../../model/drift.ts';
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from '../../model/json.ts';
import { formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import type { BlockSchema, ProviderSchema } from '../../providers/schema/types.ts';
import type { Repair } from '../conclude.ts';
import { besideField, correctedField } from './field.ts';

/** How often a patch is corrected by its plan before it is rejected. */
export const maxRepairs = 3;

export interface Repairs extends Repair {
  /** The corrections, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * What the plan of a patch shows in addition to the log, within the scope of its drifts: an entire
 * created resource, or else the attribute or block that drifted. Only live values can be corrected;
 * a value that the policy chose stays.
 */
export function repairsFrom(
  plan: TerraformPlan,
  { patch, decisions }: PatchedIntent,
  drifts: readonly Drift[],
  schema: ProviderSchema,
  /** Differences that wait for an event of their own. */
  pending: readonly Drift[] = [],
): Repairs {
  const corrected = new Map<string, Drift>();
  const added: Decision[] = [];
  const notes: string[] = [];
  for (const drift of drifts.filter(({ id }) => patch.drifts.includes(id))) {
    const decision = decisions.find((each) => each.drift === drift.id);
    if (decision?.verdict.outcome !== 'accept' || decision.verdict.value !== undefined) continue;
    const change = changeOf(plan, drift);
    if (change === undefined) continue;
    if (drift.creation !== undefined) {
      const found = correctedCreation(drift, drift.creation, change, schema);
      if (found === undefined) continue;
      corrected.set(drift.id, found.drift);
      notes.push(`The plan showed ${found.names.join(', ')} of ${drift.address}.`);
      continue;
    }
    const better = correctedField(drift, change);
    if (better !== undefined) {
      corrected.set(drift.id, better);
      notes.push(correction(drift, better));
    }
    const known = [...drifts, ...corrected.values(), ...pending];
    for (const beside of besideField(drift, change, known, schema)) {
      corrected.set(beside.id, beside);
      added.push({ ...decision, drift: beside.id, path: beside.path });
      const field = displayText(formatPath(beside.path), 120);
      notes.push(
        `The plan also shows ${field} of ${drift.address}, which is ${shown(beside.live)}.`,
      );
    }
  }
  return { drifts: corrected, decisions: added, notes };
}

/** The change of the resource. With an import block, the address may have an instance key. */
function changeOf(plan: TerraformPlan, { address, creation }: Drift): PlannedChange | undefined {
  const own = plan.resourceChanges.find((change) => change.address === address);
  if (own !== undefined || creation === undefined) return own;
  return plan.resourceChanges.find(({ importing }) => importing === creation.importId);
}

function correction(drift: Drift, better: Drift): string {
  const field = displayText(formatPath(better.path), 120);
  return `By the plan ${field} of ${drift.address} is ${shown(better.live)}; the log said ${shown(drift.live)}.`;
}

function shown(side: DriftValue): string {
  return side.kind === 'value' ? displayText(canonicalJson(side.value), 120) : side.kind;
}

/**
 * Corrects a created resource by the plan that would import it: every attribute that the plan still
 * changes gets its live value. Undefined if the plan shows nothing new.
 */
function correctedCreation(
  drift: Drift,
  creation: Creation,
  change: PlannedChange,
  schema: ProviderSchema,
): { readonly drift: Drift; readonly names: readonly string[] } | undefined {
  const { before, differences } = change;
  const block = schema.resource(drift.type);
  if (before === null || block === undefined) return undefined;
  const shown = differences.filter(
    ({ path, before: live, after }) =>
      // A secret differs, but its value is not shown.
      !(live === null && after === null) && typeof path[0] === 'string',
  );
  const names = [...new Set(shown.map(({ path }) => String(path[0])))]
    .filter((name) => name !== 'tags_all' && name !== 'id')
    .sort();
  const written: [string, Json | undefined][] = names.map((name) => [
    name,
    writable(block, name, own(before, name)),
  ]);
  const changed = written.filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(own(creation.attributes, name)) &&
      !(value === undefined && own(creation.attributes, name) === undefined),
  );
  if (changed.length === 0) return undefined;
  const corrected = new Map(changed);
  const kept = Object.entries(creation.attributes).filter(([name]) => !corrected.has(name));
  const added = changed.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const withheld = (creation.withheld ?? []).filter((name) => !corrected.has(name));
  const { withheld: _, ...rest } = creation;
  return {
    names: changed.map(([name]) => name),
    drift: {
      ...drift,
      basis: 'confirmed',
      creation: {
        ...rest,
        attributes: Object.fromEntries([...kept, ...added]),
        ...(withheld.length === 0 ? {} : { withheld }),
      },
    },
  };
}

/** The value without blanks and without attributes that only the provider sets. */
function writable(block: BlockSchema, name: string, value: Json | undefined): Json | undefined {
  const attribute = block.attributes.get(name);
  if (attribute !== undefined) {
    const { computed, optional, required } = attribute;
    return (computed && !optional && !required) || isBlankValue(value) ? undefined : value;
  }
  const inner = block.blocks.get(name)?.block;
  if (inner === undefined || isBlankValue(value)) return undefined;
  if (isJsonArray(value)) return value.filter(isJsonObject).map((item) => writableIn(inner, item));
  return isJsonObject(value) ? writableIn(inner, value) : undefined;
}

function writableIn(block: BlockSchema, value: JsonObject): JsonObject {
  const entries = Object.entries(value).flatMap(([name, below]) => {
    const kept = writable(block, name, below);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(entries);
}
