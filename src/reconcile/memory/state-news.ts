import type { StateIndex, TerraformState } from '../../code/terraform/state/types.ts';
import { hexDigest } from '../../model/digest.ts';
import { canonicalJson } from '../../model/json.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import { type AttributePath, startsWith } from '../../model/path.ts';
import type { RememberedEvent, SeenState, SeenValue } from '../../ports/store/memory.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import { isSecretValue } from '../managed/declaration.ts';
import { baselineAt } from '../managed/declared.ts';
import { observedDrift } from './observation.ts';
import { placeKey, readablePath } from './place.ts';

export interface StateView {
  readonly state: TerraformState;
  readonly index: StateIndex;
  readonly schema: ProviderSchema;
}

/**
 * What a newer state says about open drifts if it differs from the last one: a refresh read it, or
 * an apply wrote it. It is dated to when the last state was read, so that it does not supersede any
 * event since then. The resources at the addresses in `over` are others than those that drifted.
 */
export function stateNews(
  view: StateView,
  seen: SeenState | undefined,
  over: ReadonlySet<string>,
): readonly RememberedEvent[] {
  const { state, index } = view;
  if (seen === undefined || seen.lineage !== state.lineage || state.serial <= seen.serial)
    return [];
  const digestOf = digests(view);
  return seen.values.flatMap(({ address, path, digest }) => {
    if (over.has(address)) return [];
    const now = digestOf(address, path);
    const type = index.get(address)?.type;
    if (type === undefined || now === undefined || now === digest) return [];
    const shown = { kind: 'value', path, value: baselineAt(index, address, path) } as const;
    return [observedDrift({ address, type, shown, look: 'StateRead', at: seen.at })];
  });
}

/**
 * The state's values for the fields of open drifts, for comparison in the next run. `baseline` is
 * when the entire state was first read.
 */
export function seenState(
  view: StateView,
  open: readonly Pick<OpenDrift, 'address' | 'path'>[],
  at: string,
  baseline?: string,
): SeenState | undefined {
  const { lineage, serial } = view.state;
  if (lineage === '' && baseline === undefined) return undefined;
  const digestOf = digests(view);
  const values = new Map<string, SeenValue>();
  for (const { address, path: place } of open) {
    const path = readablePath(place);
    const digest = path.length === 0 ? undefined : digestOf(address, path);
    if (digest !== undefined) values.set(placeKey(address, path), { address, path, digest });
  }
  const seen = { lineage, serial, at, values: [...values.values()] };
  return baseline === undefined ? seen : { ...seen, baseline };
}

type DigestOf = (address: string, path: AttributePath) => string | undefined;

/**
 * Undefined for secrets, of which not even a digest is stored, and for values that the state does
 * not have.
 */
function digests({ state, index, schema }: StateView): DigestOf {
  let secrets: ReadonlyMap<string, readonly AttributePath[]> | undefined;
  const isHidden = (address: string, path: AttributePath): boolean => {
    secrets ??= new Map(
      // Few resources have any, and building an address takes several parts of the state.
      state.resources.flatMap((resource) => {
        const { sensitivePaths } = resource;
        return sensitivePaths.length === 0 ? [] : [[resource.address, sensitivePaths]];
      }),
    );
    const hidden = secrets.get(address) ?? [];
    return hidden.some((secret) => startsWith(secret, path) || startsWith(path, secret));
  };
  return (address, path) => {
    const type = index.get(address)?.type;
    if (type === undefined || isHidden(address, path)) return undefined;
    const value = baselineAt(index, address, path) ?? null;
    if (isSecretValue(schema, type, path, value)) return undefined;
    return hexDigest(canonicalJson(value)).slice(0, 16);
  };
}
