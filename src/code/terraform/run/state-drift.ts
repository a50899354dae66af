import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { parseState } from '../state/parse.ts';
import type { StateResource } from '../state/types.ts';
import { changeBetween, type PlannedChange } from './plan.ts';
import type { PlannedStates } from './saved/states.ts';

/**
 * The drift, as `terraform show` would report it for the plan that contains the states, sorted by
 * address. Undefined if the states do not allow the same result.
 */
export function stateDrift(
  { before, refreshed }: PlannedStates,
  drifted: readonly string[],
): readonly PlannedChange[] | undefined {
  const [old, live] = [before, refreshed].map(resourcesOf);
  if (old === undefined || live === undefined) return undefined;
  const changes: PlannedChange[] = [];
  for (const address of [...new Set(drifted)].sort()) {
    const from = old.get(address);
    const to = live.get(address);
    if (from === undefined || isTyped(from.attributes) || isTyped(to?.attributes ?? null)) {
      return undefined;
    }
    changes.push(
      changeBetween({
        ...{ address, mode: from.mode, type: from.type, unknown: [] },
        actions: [to === undefined ? 'delete' : 'update'],
        before: from.attributes,
        after: to?.attributes ?? null,
        marked: [...from.sensitivePaths, ...(to?.sensitivePaths ?? [])],
      }),
    );
  }
  return changes;
}

function resourcesOf(text: string): ReadonlyMap<string, StateResource> | undefined {
  const state = parseState(text, '');
  return state.ok
    ? new Map(state.value.resources.map((resource) => [resource.address, resource]))
    : undefined;
}

/** A state stores values of any type together with their type, but a plan stores only the value. */
function isTyped(value: Json): boolean {
  if (isJsonArray(value)) return value.some(isTyped);
  if (!isJsonObject(value)) return false;
  const names = Object.keys(value);
  const isPair = names.length === 2 && names.includes('type') && names.includes('value');
  return isPair || Object.values(value).some(isTyped);
}

/**
 * True if states mark what the provider calls secret, not only what the code does: since Terraform
 * 1.11.
 */
export function marksSecrets(terraform: string | undefined): boolean {
  const [, major = '0', minor = '0'] = /^(\d+)\.(\d+)\./.exec(terraform ?? '') ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 11);
}
