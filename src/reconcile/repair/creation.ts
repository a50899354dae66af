import { isBlankValue } from '../../code/terraform/run/difference.ts';
import type { PlannedChange } from '../../code/terraform/run/plan.ts';
import type { Creation, Drift } from '../../model/drift.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../model/json.ts';
import type { BlockSchema, ProviderSchema } from '../../providers/schema/types.ts';

/**
 * Corrects a created resource by the plan that would import it: every attribute that the plan still
 * changes gets its live value. Undefined if the plan shows nothing new.
 */
export function correctedCreation(
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
