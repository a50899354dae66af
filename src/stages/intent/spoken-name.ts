import {
  formatKey,
  formatStep,
  type ModuleStep,
  parseAddress,
  type ResourceAddress,
} from '../../code/terraform/address.ts';
import { isEmptyName } from '../../providers/traits/empty-names.ts';

/**
 * The name of a resource as people say it: that of its module or instance if its own carries no
 * meaning. In the root module `this[2]` is kept, because nothing else distinguishes it, a plan
 * calls it the same, and "the third" would depend on whether the reader counts from 0 or 1.
 */
export function spokenName(address: string): string {
  // A resource that was created and deleted has no address; its label contains its id.
  const [, id] = /^[a-z0-9_]+ \((.+)\)$/.exec(address) ?? [];
  if (id !== undefined) return id;
  const parsed = parseAddress(address);
  // A cluster object is named by its namespace and name.
  if (parsed === undefined) return address.split('/').slice(2).join('/') || address;
  const { name, outer } = nameIn(parsed);
  const home = outer.findLast(({ key }) => typeof key === 'string' || (key ?? 0) > 0);
  // One of several instances of a module has siblings with the same name.
  return home === undefined || home.key === name ? name : `${name} of ${callName(home)}`;
}

/** The name within the modules around it, and those modules which it does not name already. */
function nameIn({ modules, type, name, key }: ResourceAddress): {
  readonly name: string;
  readonly outer: readonly ModuleStep[];
} {
  const call = modules.at(-1);
  if (!isEmptyName(type, name)) return { name: `${name}${formatKey(key)}`, outer: modules };
  if (typeof key === 'string') return { name: key, outer: modules };
  // In the root module, only the position distinguishes the instances.
  if (call === undefined) return { name: `${name}${formatKey(key)}`, outer: modules };
  const position = key === undefined || key === 0 ? '' : formatKey(key);
  return { name: `${callName(call)}${position}`, outer: modules.slice(0, -1) };
}

function callName(call: ModuleStep): string {
  return typeof call.key === 'string' ? call.key : formatStep(call);
}
