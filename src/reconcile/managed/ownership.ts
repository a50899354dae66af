import type { Configuration } from '../../code/terraform/config/configuration.ts';
import type { SourceFile } from '../../code/terraform/config/source.ts';
import type { StateIndex, TerraformState } from '../../code/terraform/state/types.ts';
import type { Cloud } from '../../model/event.ts';
import { cloudOfType } from '../../providers/traits/clouds.ts';
import { isWorldwideService } from '../../providers/traits/scopes.ts';
import type { Ingested } from '../ingest/ingest.ts';

/** Where the state has resources: regions by account, subscription or project. */
type Holdings = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Whether an event is in an account and region in which the state has managed resources. If the
 * state shows no account of a cloud, the root owns everything in that cloud if its code refers to
 * the cloud (a new project that is about to be filled), and otherwise nothing.
 */
export function ownership(
  { events }: Pick<Ingested, 'events'>,
  state: TerraformState,
  index: StateIndex,
  configuration: Configuration,
): (event: string) => boolean {
  let known: ReadonlyMap<Cloud, Holdings> | undefined;
  return (id) => {
    const event = events.get(id);
    if (event === undefined) return true;
    known ??= holdingsOf(state, index);
    const holdings = known.get(event.cloud) ?? new Map();
    if (holdings.size === 0) return speaksOf(event.cloud, state, configuration);
    const regions = holdings.get(event.scope) ?? holdings.get(event.scope.toLowerCase());
    if (regions === undefined) return false;
    if (event.cloud !== 'aws' || isWorldwideService(event.service)) return true;
    return regions.size === 0 || regions.has(event.region);
  };
}

function holdingsOf(state: TerraformState, index: StateIndex): ReadonlyMap<Cloud, Holdings> {
  const clouds = new Map<Cloud, Map<string, Set<string>>>();
  for (const { address, type, mode } of state.resources) {
    const cloud = mode === 'managed' ? cloudOfType(type) : undefined;
    if (cloud === undefined) continue;
    const { account = subscriptionOf(index, address), region } = index.scope(address) ?? {};
    if (account === undefined) continue;
    const accounts = clouds.get(cloud) ?? new Map<string, Set<string>>();
    const regions = accounts.get(account) ?? new Set();
    if (region !== undefined) regions.add(region);
    clouds.set(cloud, accounts.set(account, regions));
  }
  return clouds;
}

/**
 * True if the code uses the cloud. Objects of clusters are found by their manifests, since that
 * cloud has no resource types.
 */
function speaksOf(cloud: Cloud, state: TerraformState, { modules }: Configuration): boolean {
  if (cloud === 'kubernetes') return true;
  if (state.resources.some(({ type, mode }) => mode === 'managed' && cloudOfType(type) === cloud)) {
    return true;
  }
  const isOf = (name: string) => cloudOfType(`${name}_`) === cloud || cloudOfType(name) === cloud;
  return [...modules].some(([path, { resources, data, providers, calls, files }]) => {
    // The content of a module that is not installed is unknown.
    const isUnseen = (call: string) => !modules.has(path === '' ? call : `${path}.${call}`);
    return (
      [...resources.keys(), ...data.keys()].some(isOf) ||
      [...providers.keys()].some((name) => isOf(name.split('.')[0]?.replace(/-beta$/, '') ?? '')) ||
      [...calls.keys()].some(isUnseen) ||
      [...files.values()].some((file) => imports(file).some(isOf))
    );
  });
}

/** Resource types in the addresses of a file's `import` blocks. */
function imports({ hcl, text }: SourceFile): readonly string[] {
  return hcl.body.items.flatMap((item) => {
    if (item.kind !== 'block' || item.type !== 'import') return [];
    const inside = text.slice(item.open, item.close);
    return /\bto\s*=\s*(?:module\.\S+\.)?(\w+)\.\w/.exec(inside)?.[1] ?? [];
  });
}

/** Every id of Azure Resource Manager starts with its subscription. */
function subscriptionOf(index: StateIndex, address: string): string | undefined {
  const id = index.get(address)?.attribute('id');
  return typeof id === 'string'
    ? /^\/subscriptions\/([^/]+)/i.exec(id)?.[1]?.toLowerCase()
    : undefined;
}
