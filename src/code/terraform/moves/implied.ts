import { formatModulePath, type InstanceKey, type ResourceAddress } from '../address.ts';
import type { ResourceDefinition } from '../config/blocks.ts';
import type { Configuration } from '../config/configuration.ts';
import type { MoveEnd, MoveStatement } from './statements.ts';

/** The key of an instance that the declaration does not have; `none` if there is no such key. */
export function oddKey({ count, forEach }: ResourceDefinition): undefined | 0 | 'none' {
  if (count !== undefined) return undefined;
  return forEach === undefined ? 0 : 'none';
}

/**
 * What Terraform moves without a `moved` block: a resource's only instance to index 0 if the code
 * has a `count` now, and back if it no longer has one, unless a block is about the resource.
 */
export function impliedMove(
  configuration: Configuration,
  written: readonly MoveStatement[],
  { modules: path, type, name, key }: ResourceAddress,
): MoveStatement | undefined {
  const module = configuration.modules.get(path.map((step) => step.name).join('.'));
  const declared = module?.resources.get(`${type}.${name}`);
  if (declared === undefined || oddKey(declared) !== key) return undefined;
  const place = formatModulePath(path);
  const isAbout = ({ modules, resource }: MoveEnd, depth: number): boolean => {
    if (resource?.type !== type || resource.name !== name) return false;
    const steps = modules.map((step, at) => {
      const own = path[at];
      return at < depth && own?.name === step.name ? own : step;
    });
    return formatModulePath(steps) === place;
  };
  if (written.some(({ from, to, depth }) => isAbout(from, depth) || isAbout(to, depth))) {
    return undefined;
  }
  const end = (own: InstanceKey) => ({ modules: path, resource: { type, name, key: own } });
  const target = key === undefined ? 0 : undefined;
  return { depth: path.length, from: end(key), to: end(target), isWhole: false };
}
