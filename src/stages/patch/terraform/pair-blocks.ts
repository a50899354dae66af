import { isJsonObject, type Json, own } from '../../../model/json.ts';
import { memberKey } from './member.ts';

/**
 * The wanted members of a set in the order of the blocks that they are most like, followed by those
 * that are new; undefined for a block that is not wanted any more. The order of a set means nothing,
 * so blocks that stay are recognized by their content.
 */
export function pairedWithBlocks(
  blocks: readonly (Json | undefined)[],
  wanted: readonly Json[],
): readonly (Json | undefined)[] {
  const left = [...wanted];
  const take = (index: number): Json | undefined => left.splice(index, 1)[0];
  const equal = blocks.map((block) => {
    const index = left.findIndex((each) => block !== undefined && isSameMember(block, each));
    return index < 0 ? undefined : take(index);
  });
  const similar = equal.map((member, at) => {
    if (member !== undefined) return member;
    const scores = left.map((each) => likeness(blocks[at] ?? null, each));
    const best = Math.max(0, ...scores);
    return best === 0 ? undefined : take(scores.indexOf(best));
  });
  return [...similar.map((member) => member ?? take(0)), ...left];
}

function isSameMember(a: Json, b: Json): boolean {
  return memberKey(a) === memberKey(b);
}

/** How many attributes are equal. Texts count more, since they tend to be names. */
function likeness(block: Json, member: Json): number {
  if (!isJsonObject(block) || !isJsonObject(member)) return 0;
  return Object.entries(member)
    .filter(([name, value]) => isSameMember({ value: own(block, name) ?? null }, { value }))
    .reduce((sum, [, value]) => sum + (typeof value === 'string' ? 2 : 1), 0);
}
