import { valueToJson } from '../../code/hcl/eval/json.ts';
import { createEvaluation } from '../../code/terraform/config/evaluation.ts';
import { loadConfiguration } from '../../code/terraform/config/load.ts';
import type { Evaluation } from '../../code/terraform/config/types.ts';
import { isBlankValue } from '../../code/terraform/run/difference.ts';
import type { ImportedResource } from '../../code/terraform/run/generate.ts';
import { credentialAt } from '../../model/credential/find.ts';
import type { Decision } from '../../model/decision.ts';
import type { Creation, Drift } from '../../model/drift.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { Report } from '../../model/report.ts';
import { compareKeys } from '../../model/text.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { Repairs } from './repair.ts';

/** A created resource that cannot be declared because the log lacks required values. */
export interface Incomplete {
  readonly drift: Drift;
  readonly creation: Creation;
  readonly intent: string;
  readonly imported: ImportedResource;
}

/** The created resources of a run that were to be written but lack an argument. */
export function incompleteCreations({
  drifts,
  decisions,
  unresolved,
}: Report): readonly Incomplete[] {
  const lacking = new Set(
    unresolved.flatMap(({ code, address }) => (code === 'value-not-in-log' ? [address] : [])),
  );
  return drifts.flatMap((drift, at): readonly Incomplete[] => {
    const { id, address, type, creation } = drift;
    if (creation === undefined || creation.importId === '' || !lacking.has(address)) return [];
    const decision = decisions.find((each) => each.drift === id);
    if (decision === undefined || !isWritten(decision)) return [];
    const imported = { address: `${type}.parley_import_${at}`, importId: creation.importId };
    return [{ drift, creation, intent: decision.intent, imported }];
  });
}

function isWritten({ verdict }: Decision): boolean {
  return verdict.outcome === 'accept' && verdict.value === undefined;
}

/**
 * Completes created resources with values that Terraform's generated configuration has and the log
 * lacks. All other values stay as in the log; the patch's plan judges the result.
 */
export function completedCreations(
  incomplete: readonly Incomplete[],
  generated: string,
  schema: ProviderSchema,
  /** Values that turned out not to be secret, by the address of the imported resource. */
  open: ReadonlyMap<string, JsonObject> = new Map(),
): Repairs & { readonly intents: ReadonlyMap<string, readonly string[]> } {
  const tree = new Map([['generated.tf', generated]]);
  const evaluation = createEvaluation(loadConfiguration(tree, {}).configuration);
  const drifts = new Map<string, Drift>();
  const intents = new Map<string, readonly string[]>();
  for (const { drift, creation, intent, imported } of incomplete) {
    const added = [
      ...addedTo(evaluation, imported.address, creation, drift.type, schema),
      ...openOf(creation, open.get(imported.address) ?? {}),
    ];
    if (added.length === 0) continue;
    const names = added.map(([name]) => name);
    const withheld = (creation.withheld ?? []).filter((name) => !names.includes(name));
    const { withheld: _, ...rest } = creation;
    drifts.set(drift.id, {
      ...drift,
      creation: {
        ...rest,
        attributes: { ...creation.attributes, ...Object.fromEntries(added) },
        ...(withheld.length === 0 ? {} : { withheld }),
      },
    });
    const note = `Terraform's import showed ${names.join(', ')} of ${drift.address}.`;
    intents.set(intent, [...(intents.get(intent) ?? []), note]);
  }
  return { drifts, decisions: [], notes: [...intents.values()].flat(), intents };
}

/** Values that the log masks although they are not secret. */
function openOf(
  { attributes, withheld = [] }: Creation,
  open: JsonObject,
): readonly (readonly [string, Json])[] {
  return Object.entries(open).filter(
    ([name, value]) =>
      withheld.includes(name) && !Object.hasOwn(attributes, name) && !isBlankValue(value),
  );
}

/** Arguments that are required or masked and missing in the log. */
function addedTo(
  evaluation: Evaluation,
  address: string,
  { attributes, withheld = [] }: Creation,
  type: string,
  schema: ProviderSchema,
): readonly (readonly [string, Json])[] {
  const block = schema.resource(type);
  if (block === undefined || evaluation.instance(address) === undefined) return [];
  const values = evaluation.attributes(address);
  return [...values]
    .filter(([name]) => {
      const attribute = block.attributes.get(name);
      if (attribute?.sensitive === true || attribute?.writeOnly === true) return false;
      return attribute?.required === true || withheld.includes(name);
    })
    .filter(([name]) => !Object.hasOwn(attributes, name))
    .flatMap(([name, value]) => {
      const json = valueToJson(value);
      if (json === undefined || isBlankValue(json)) return [];
      return credentialAt([name], json) === undefined ? [[name, json] as const] : [];
    })
    .sort(compareKeys);
}
