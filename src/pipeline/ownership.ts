import type { Cloud } from '../model/event.ts';
import type { State, StateIndex } from '../terraform/state/types.ts';
import type { Gathered } from './gather.ts';

/** Services whose records carry a region that says nothing of where their resources lie. */
const worldwide: ReadonlySet<string> = new Set([
  'budgets.amazonaws.com',
  'cloudfront.amazonaws.com',
  'globalaccelerator.amazonaws.com',
  'iam.amazonaws.com',
  'organizations.amazonaws.com',
  'route53.amazonaws.com',
  'route53domains.amazonaws.com',
  'shield.amazonaws.com',
]);

/** Where the state has something: by account, subscription or project, the regions. */
type Holdings = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Whether an event lies in an account and region in which the state has managed resources. A state
 * that does not tell any account of a cloud owns all of it.
 */
export function ownership(
  { events }: Pick<Gathered, 'events'>,
  state: State,
  index: StateIndex,
): (event: string) => boolean {
  let known: ReadonlyMap<Cloud, Holdings> | undefined;
  return (id) => {
    const event = events.get(id);
    if (event === undefined) return true;
    known ??= holdingsOf(state, index);
    const holdings = known.get(event.cloud) ?? new Map();
    if (holdings.size === 0) return true;
    const regions = holdings.get(event.scope) ?? holdings.get(event.scope.toLowerCase());
    if (regions === undefined) return false;
    if (event.cloud !== 'aws' || worldwide.has(event.service)) return true;
    return regions.size === 0 || regions.has(event.region);
  };
}

function holdingsOf(state: State, index: StateIndex): ReadonlyMap<Cloud, Holdings> {
  const clouds = new Map<Cloud, Map<string, Set<string>>>();
  for (const { address, type, mode } of state.resources) {
    const cloud = mode === 'managed' ? cloudOf(type) : undefined;
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

/** Every id of Azure Resource Manager begins with its subscription. */
function subscriptionOf(index: StateIndex, address: string): string | undefined {
  const id = index.get(address)?.attribute('id');
  return typeof id === 'string'
    ? /^\/subscriptions\/([^/]+)/i.exec(id)?.[1]?.toLowerCase()
    : undefined;
}

function cloudOf(type: string): Cloud | undefined {
  if (type.startsWith('aws_')) return 'aws';
  if (type.startsWith('azurerm_')) return 'azure';
  return type.startsWith('google_') ? 'gcp' : undefined;
}
