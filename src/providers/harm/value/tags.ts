import { isJsonObject, type Json } from '../../../model/json.ts';
import { memberOf, type Pair, type ValueNode } from './node.ts';

/**
 * A resource of AWS whose `tags` are all that it carries: what the provider adds to every resource
 * (`tags_all`) is on it as well, whoever wrote it there.
 */
export function withAllTags(type: string, { before, after }: Pair): Pair {
  if (!type.startsWith('aws_')) return { before, after };
  return { before: allTags(before), after: allTags(after) };
}

function allTags(node: ValueNode): ValueNode {
  const [own, all] = [memberOf(node, 'tags'), memberOf(node, 'tags_all')];
  if (!isJsonObject(node.value) || !isJsonObject(all.value)) return node;
  const tags: Json = { ...all.value, ...(isJsonObject(own.value) ? own.value : {}) };
  return { ...node, value: { ...node.value, tags } };
}
