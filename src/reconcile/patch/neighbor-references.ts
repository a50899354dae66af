import { descendants } from '../../code/hcl/syntax/walk.ts';
import type { StateIndex } from '../../code/terraform/state/types.ts';
import type { Project } from '../../stages/patch/terraform/types.ts';
import type { Goal } from '../../stages/patch/types.ts';
import type { ReferencedIdentity } from './references.ts';

/**
 * The resource with this value, searched among the types and attributes to which the other members
 * of a list refer: a plain name next to `aws_iam_role.app.name` is the name of a role. Empty if
 * several resources have it.
 */
export function asNeighbors(
  index: StateIndex,
  { evaluation }: Project,
  goal: Goal,
  value: string,
): readonly ReferencedIdentity[] {
  if (goal.kind !== 'element') return [];
  const location = evaluation.locate(goal.address, goal.path);
  if (location?.kind !== 'attribute') return [];
  const found = new Map<string, ReferencedIdentity>();
  for (const node of descendants(location.expr)) {
    if (node.kind !== 'get') continue;
    const named = evaluation.define(location.scope, node);
    const [attribute, ...deeper] = named?.kind === 'resource' ? named.rest : [];
    if (named?.kind !== 'resource' || typeof attribute !== 'string' || deeper.length > 0) continue;
    const type = evaluation.instance(named.address)?.declaration.type ?? '';
    for (const { address } of index.where(type, attribute, value)) {
      found.set(`${address}.${attribute}`, { address, attribute });
    }
  }
  return found.size === 1 ? [...found.values()] : [];
}
