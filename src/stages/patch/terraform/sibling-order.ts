import type { Module } from '../../../code/terraform/config/configuration.ts';
import type { JsonObject } from '../../../model/json.ts';

/**
 * Attributes in the order in which the block that is most like the new one has them; those that it
 * lacks come last, as they are.
 */
export function inSiblingOrder(module: Module, type: string, attributes: JsonObject): JsonObject {
  const names = Object.keys(attributes);
  const orders = [...module.resources.values()]
    .filter((declaration) => declaration.type === type)
    .map(({ block }) =>
      block.body.items.flatMap((item) => (item.kind === 'attribute' ? [item.name] : [])),
    )
    .map((order) => order.filter((name) => names.includes(name)));
  const [best = []] = orders.toSorted((a, b) => b.length - a.length);
  const rest = names.filter((name) => !best.includes(name));
  return Object.fromEntries([...best, ...rest].map((name) => [name, attributes[name] ?? null]));
}
