import { readFile } from 'node:fs/promises';
import type { JsonObject } from '../../../../model/json.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import type { AttributePath } from '../../../../model/path.ts';
import type { BlockSchema, ProviderSchema } from '../../../../providers/schema/types.ts';
import { parseAddress } from '../../address.ts';
import { type SecretTree, schemaSecrets } from '../../state/sensitive.ts';
import {
  changeBetween,
  idleData,
  makePlan,
  type PlannedChange,
  type TerraformPlan,
} from '../plan.ts';
import { marksSecrets } from '../state-drift.ts';
import { archiveEntry } from './archive.ts';
import { type PackedPath, readSavedPlan, type SavedChange } from './messages.ts';
import { readPackedPath, readShownValue, type ShownValue } from './values.ts';

/**
 * What `terraform show -json` would print for a saved plan, without starting a process that loads
 * the providers' schemas. It does not include what the code sets. Undefined if that is not
 * reliable: the plan comes from an older Terraform that does not mark what providers call secret,
 * or has another format, or contains a type that is missing or different in the schema.
 */
export async function planInFile(
  path: string,
  schema: ProviderSchema,
): Promise<TerraformPlan | undefined> {
  try {
    const bytes = archiveEntry(await readFile(path), 'tfplan');
    const saved = bytes && readSavedPlan(bytes);
    if (saved === undefined || !marksSecrets(saved.terraformVersion)) return undefined;
    const read = changeReader(schema);
    return makePlan({
      ...{ terraformVersion: saved.terraformVersion, errored: saved.errored },
      resourceChanges: saved.changes.filter(isShown).map(read),
      // Mere moves are reported as changes if the plan has changes.
      resourceDrift: saved.drift
        .filter(({ actions: [action] }) => saved.isRefreshOnly || action !== 'no-op')
        .filter(isShown)
        .map(read),
      outputs: saved.outputs,
      configures: () => false,
    });
  } catch {
    // Anything unexpected is left to Terraform, which reports what is wrong.
    return undefined;
  }
}

/** False for a data source that is no longer needed, since nothing happens to it. */
function isShown({ address, actions }: SavedChange): boolean {
  return !(parseAddress(address)?.mode === 'data' && actions.join() === 'delete');
}

function changeReader(schema: ProviderSchema): (change: SavedChange) => PlannedChange {
  const secretsOf = schemaSecrets(schema);
  return (saved) => {
    const { address, previousAddress, deposed, actions, importing } = saved;
    const { mode, type } = parseAddress(address) ?? failed(address);
    const place = {
      ...(previousAddress !== '' && previousAddress !== address && { previousAddress }),
      ...(importing !== undefined && { importing }),
    };
    const own = {
      address: deposed === '' ? address : `${address} (deposed ${deposed})`,
      mode,
      type,
    };
    if (mode === 'data') return { ...place, ...idleData({ ...own, actions }) };
    const block = schema.resource(type) ?? failed(type);
    const [before, after] = [sideOf(saved.before, block), sideOf(saved.after, block)];
    const marked = (value: JsonObject | null, paths: readonly PackedPath[]) => [
      ...paths.map(readPackedPath),
      ...(value === null
        ? []
        : secretPaths(
            secretsOf(mode, type, () => value),
            value,
          )),
    ];
    return {
      ...place,
      ...changeBetween({
        ...{ ...own, actions, before: before.value, after: after.value, unknown: after.unknown },
        marked: [
          ...marked(before.value, saved.beforeSensitive),
          ...marked(after.value, saved.afterSensitive),
        ],
      }),
    };
  };
}

function failed(what: string): never {
  throw new Error(`Nothing is known of ${what}.`);
}

function sideOf(packed: Uint8Array | undefined, block: BlockSchema): ShownValue {
  return packed === undefined ? { value: null, unknown: [] } : readShownValue(packed, block);
}

function secretPaths({ hidden, members, each }: SecretTree, value: Json): AttributePath[] {
  if (hidden) return [[]];
  const below = (step: string | number, tree: SecretTree | undefined, inner: Json) =>
    tree === undefined ? [] : secretPaths(tree, inner).map((path) => [step, ...path]);
  if (isJsonArray(value)) {
    return value.flatMap((item, index) => below(index, members.get(index) ?? each, item));
  }
  if (!isJsonObject(value)) return [];
  const names = [
    ...new Set([...members.keys(), ...(each === undefined ? [] : Object.keys(value))]),
  ];
  return names.flatMap((name) => below(name, members.get(name) ?? each, value[name] ?? null));
}
