import type { Change } from '../../model/effect.ts';
import { known } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject, own } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';

/** An attribute that had another name and said the same in another way. */
interface FormerForm {
  readonly name: string;
  /** Undefined if the old attribute has no such value. */
  readonly as: (value: Json) => Json | undefined;
}

/** The names that attributes of a type, or of its block `within`, had before, by their new ones. */
interface FormerNames {
  readonly within?: string;
  readonly names: Readonly<Record<string, string | FormerForm>>;
}

const ofPools: FormerNames['names'] = {
  auto_scaling_enabled: 'enable_auto_scaling',
  host_encryption_enabled: 'enable_host_encryption',
  node_public_ip_enabled: 'enable_node_public_ip',
};

const ofMessages: FormerNames['names'] = {
  batched_operations_enabled: 'enable_batched_operations',
  express_enabled: 'enable_express',
  partitioning_enabled: 'enable_partitioning',
};

/**
 * Attributes that changed their name since version 3 of azurerm, as far as the catalog knows them.
 * See https://registry.terraform.io/providers/hashicorp/azurerm/latest/docs/guides/4.0-upgrade-guide
 */
const formerNames: Readonly<Record<string, readonly FormerNames[]>> = {
  azurerm_cosmosdb_account: [
    {
      names: {
        automatic_failover_enabled: 'enable_automatic_failover',
        free_tier_enabled: 'enable_free_tier',
        multiple_write_locations_enabled: 'enable_multiple_write_locations',
      },
    },
  ],
  azurerm_key_vault: [{ names: { rbac_authorization_enabled: 'enable_rbac_authorization' } }],
  azurerm_kubernetes_cluster: [
    {
      names: {
        automatic_upgrade_channel: 'automatic_channel_upgrade',
        node_os_upgrade_channel: 'node_os_channel_upgrade',
      },
    },
    { within: 'default_node_pool', names: ofPools },
  ],
  azurerm_kubernetes_cluster_node_pool: [{ names: ofPools }],
  azurerm_lb_rule: [
    { names: { floating_ip_enabled: 'enable_floating_ip', tcp_reset_enabled: 'enable_tcp_reset' } },
  ],
  azurerm_network_interface: [
    {
      names: {
        accelerated_networking_enabled: 'enable_accelerated_networking',
        ip_forwarding_enabled: 'enable_ip_forwarding',
      },
    },
  ],
  azurerm_redis_cache: [{ names: { non_ssl_port_enabled: 'enable_non_ssl_port' } }],
  azurerm_route_table: [
    {
      names: {
        bgp_route_propagation_enabled: { name: 'disable_bgp_route_propagation', as: opposite },
      },
    },
  ],
  azurerm_servicebus_queue: [{ names: ofMessages }],
  azurerm_servicebus_subscription: [{ names: ofMessages }],
  azurerm_servicebus_topic: [{ names: ofMessages }],
  azurerm_storage_account: [{ names: { https_traffic_only_enabled: 'enable_https_traffic_only' } }],
  azurerm_subnet: [
    {
      names: {
        private_endpoint_network_policies: {
          name: 'private_endpoint_network_policies_enabled',
          as: (value) => (value === 'Enabled' ? true : value === 'Disabled' ? false : undefined),
        },
      },
    },
  ],
};

function opposite(value: Json): Json | undefined {
  return typeof value === 'boolean' ? !value : undefined;
}

/**
 * The effect in the names of the provider version that the project uses, which the code or the
 * state shows: an argument with a new name beside the old one would be refused.
 */
export function inNamesOfProject(draft: DraftEffect, estate: Estate): DraftEffect {
  const { type } = draft.resource;
  const former = formerOf(type);
  if (former.length === 0) return draft;
  const managed = estate.find(draft.resource);
  const shown = managed === undefined ? estate.ofType(type) : [managed];
  const change = former.reduce<Change>((now, each) => {
    const names = Object.entries(each.names).filter(([name, old]) =>
      shown.some((resource) => usesFormer(resource, each.within, name, nameIn(old))),
    );
    return names.length === 0 ? now : renamed(now, each.within, new Map(names));
  }, draft.change);
  return change === draft.change ? draft : { ...draft, change };
}

/** True if a resource has the old name of an attribute and not the new one. */
function usesFormer(
  resource: ManagedResource,
  within: string | undefined,
  name: string,
  former: string,
): boolean {
  const { attributes } = resource;
  const holder = within === undefined ? attributes : blockIn(attributes[within]);
  if (holder === undefined) return false;
  if (within === undefined && resource.declares(name)) return false;
  if (within === undefined && resource.declares(former)) return true;
  // A state lists all attributes that the version has, whether or not they are set.
  return Object.hasOwn(holder, former) && !Object.hasOwn(holder, name);
}

function blockIn(value: Json | undefined): JsonObject | undefined {
  const first = isJsonArray(value) ? value[0] : value;
  return isJsonObject(first) ? first : undefined;
}

type Renames = ReadonlyMap<string, string | FormerForm>;

function nameIn(former: string | FormerForm): string {
  return typeof former === 'string' ? former : former.name;
}

/** Undefined if the value cannot be said by the name. */
function valueIn(former: string | FormerForm | undefined, value: Json): Json | undefined {
  return typeof former === 'object' && value !== null ? former.as(value) : value;
}

function renamed(change: Change, within: string | undefined, names: Renames): Change {
  switch (change.kind) {
    case 'set': {
      const path = renamedPath(change.path, within, names);
      const { value } = change;
      if (value.kind !== 'known') return { ...change, path };
      const isBlocks = path.length === 1 && path[0] === within;
      const last = change.path.at(-1);
      const former = path === change.path || typeof last !== 'string' ? undefined : names.get(last);
      const now = isBlocks ? renamedBlocks(value.value, names) : valueIn(former, value.value);
      // A value that the version cannot express must not be written under any name.
      return { ...change, path, value: now === undefined ? { kind: 'omitted' } : known(now) };
    }
    case 'create':
      return { ...change, attributes: renamedKeys(change.attributes, within, names) };
    case 'add':
    case 'remove':
    case 'delete':
      return change;
  }
}

/** `default_node_pool[0].auto_scaling_enabled`, or a name at the top. */
function renamedPath(
  path: AttributePath,
  within: string | undefined,
  names: Renames,
): AttributePath {
  const at = within === undefined ? 0 : 2;
  if (within !== undefined && path[0] !== within) return path;
  const name = path[at];
  const former = typeof name === 'string' ? names.get(name) : undefined;
  return former === undefined ? path : path.with(at, nameIn(former));
}

function renamedKeys(object: JsonObject, within: string | undefined, names: Renames): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      if (within !== undefined) {
        return [[key, key === within ? renamedBlocks(value, names) : value] as const];
      }
      const former = names.get(key);
      const now = valueIn(former, value);
      return now === undefined ? [] : [[former === undefined ? key : nameIn(former), now] as const];
    }),
  );
}

function renamedBlocks(value: Json, names: Renames): Json {
  if (isJsonArray(value)) return value.map((each) => renamedBlocks(each, names));
  return isJsonObject(value) ? renamedKeys(value, undefined, names) : value;
}

/** The path by the present names of a type, for what knows only these. */
export function inPresentNames(type: string, path: AttributePath): AttributePath {
  return formerOf(type).reduce<AttributePath>(
    (now, { within, names }) => renamedPath(now, within, invertNames(names)),
    path,
  );
}

/** The same for the attributes of a resource. */
export function withPresentNames(type: string, attributes: JsonObject): JsonObject {
  return formerOf(type).reduce<JsonObject>((now, { within, names }) => {
    const holder = within === undefined ? now : blockIn(now[within]);
    // Where a version has both names, the new one stays.
    const back = [...invertNames(names)].filter(([, name]) => !Object.hasOwn(holder ?? {}, name));
    return renamedKeys(now, within, new Map(back));
  }, attributes);
}

/** The estate in the present names, which the tables of calls are written in. */
export function estateInPresentNames(estate: Estate): Estate {
  const present = (resource: ManagedResource): ManagedResource =>
    formerOf(resource.type).length === 0
      ? resource
      : { ...resource, attributes: withPresentNames(resource.type, resource.attributes) };
  return {
    ...estate,
    find: (ref) => {
      const found = estate.find(ref);
      return found && present(found);
    },
    where: (...asked) => estate.where(...asked).map(present),
    ofType: (type) => estate.ofType(type).map(present),
  };
}

function formerOf(type: string): readonly FormerNames[] {
  return own(formerNames, type) ?? [];
}

function invertNames(names: FormerNames['names']): ReadonlyMap<string, string> {
  const plain = Object.entries(names).flatMap(([name, former]) =>
    typeof former === 'string' ? [[former, name] as const] : [],
  );
  return new Map(plain);
}
