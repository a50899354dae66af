import { canonicalJson, type Json } from '../../../model/json.ts';
import { type AttributePath, overlaps, pathKey } from '../../../model/path.ts';
import { copiedTagAttribute } from '../../../providers/traits/tag-attributes.ts';
import { isBlankValue } from './difference.ts';
import type { EffectFacts } from './effect.ts';
import { names } from './named.ts';
import type { PlanPart } from './parts.ts';
import type { PlannedChange } from './plan.ts';

/**
 * A field that differs from the code without the patch, too. A plan that would set it back from the
 * one value to the other shows that the patch has nothing to do with it.
 */
export interface KnownDifference {
  readonly address: string;
  /** Terraform resource type. */
  readonly type: string;
  readonly path: AttributePath;
  /** Undefined if it is not set. */
  readonly live: Json | undefined;
  /** The value in the code; undefined if it sets none. */
  readonly declared: Json | undefined;
}

/** True if the part of the planned change is exactly one of these. */
export function isKnownDifference(
  known: readonly KnownDifference[],
  { address, secrets }: PlannedChange,
  part: PlanPart,
  facts: Pick<EffectFacts, 'same'>,
): boolean {
  if (secrets.some((each) => overlaps(each.path, part.path))) return false;
  return known.some(
    (each) =>
      each.address === address &&
      (part.member === undefined ? undoes(each, part, facts) : undoesMember(each, part)),
  );
}

function undoes(
  { type, path, live, declared }: KnownDifference,
  part: PlanPart,
  { same }: Pick<EffectFacts, 'same'>,
): boolean {
  const isSame = (a: Json | undefined, b: Json | undefined): boolean => {
    if (isBlankValue(a) || isBlankValue(b)) return isBlankValue(a) && isBlankValue(b);
    const [one = null, other = null] = [a, b];
    return same?.(type, part.path, one, other) ?? canonicalJson(one) === canonicalJson(other);
  };
  return (
    pathKey(path) === pathKey(withoutCopies(part.path)) &&
    isSame(part.before, live) &&
    isSame(part.after, declared)
  );
}

/** The drift is that a member of a set came or went, and the plan has it go or come. */
function undoesMember({ type, path, live, declared }: KnownDifference, part: PlanPart): boolean {
  const isMember =
    typeof path.at(-1) === 'object' && pathKey(path.slice(0, -1)) === pathKey(part.path);
  if (!isMember || !names({ type, path }, part)) return false;
  const [came, went] = [declared === undefined, live === undefined];
  return came !== went && (came ? part.after === undefined : part.before === undefined);
}

/** The path of the tag that a copy of the provider repeats; otherwise the path itself. */
function withoutCopies(path: AttributePath): AttributePath {
  const [first = '', ...rest] = path;
  const copied = typeof first === 'string' ? copiedTagAttribute(first) : undefined;
  return copied === undefined ? path : [copied, ...rest];
}
