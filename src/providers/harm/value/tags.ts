import { isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { memberNode, type Pair, type ValueNode } from './node.ts';

/**
 * An AWS resource whose `tags` are complete: those that the provider adds to every resource
 * (`tags_all`) are on it as well, whoever wrote them.
 */
export function withAllTags(type: string, { before, after }: Pair): Pair {
  if (!type.startsWith('aws_')) return { before, after };
  const old = tagsOf(before);
  const now = tagsOf(after);
  // Usually another attribute differs. Using one object for both sides then shows cheaply that the
  // tags do not.
  const isSame = old.own === now.own && old.all === now.all;
  const tags = merged(old);
  return { before: withTags(before, tags), after: withTags(after, isSame ? tags : merged(now)) };
}

interface Tags {
  readonly own: Json | undefined;
  readonly all: Json | undefined;
}

function tagsOf(node: ValueNode): Tags {
  return { own: memberNode(node, 'tags').value, all: memberNode(node, 'tags_all').value };
}

function merged({ own, all }: Tags): JsonObject | undefined {
  if (!isJsonObject(all)) return undefined;
  return { ...all, ...(isJsonObject(own) ? own : {}) };
}

function withTags(node: ValueNode, tags: JsonObject | undefined): ValueNode {
  if (tags === undefined || !isJsonObject(node.value)) return node;
  return { ...node, value: { ...node.value, tags } };
}
