import { isJsonObject, type Json } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { atomsOf } from '../../../providers/catalog/elements.ts';
import { isBlankValue } from './difference.ts';
import { type PlanPart, planMemberText } from './parts.ts';

/** One thing that a patch concerns. */
export interface NamedPlan {
  readonly address: string;
  /** Terraform resource type. */
  readonly type: string;
  /** Empty for the entire resource. */
  readonly path: AttributePath;
  /** The drift that the patch resolves there; empty for something that is changed along with it. */
  readonly drift: string;
}

/** True if the part is the named place, inside it, or contains it. */
export function names({ type, path }: Pick<NamedPlan, 'type' | 'path'>, part: PlanPart): boolean {
  const at = path.findIndex((step) => typeof step === 'object');
  const step = path[at];
  const home = at === -1 ? path : path.slice(0, at);
  if (!meet(part.path, home)) return false;
  // The path leads to the set itself, not to something inside or around it.
  if (part.member === undefined || typeof step !== 'object') return true;
  return !isSame(part.path, home) || isMember(type, home, step.element, part.member);
}

/** True for a part of a set of which the patch concerns one member. */
export function isBesideMember({ path }: NamedPlan, part: PlanPart): boolean {
  const at = path.findIndex((step) => typeof step === 'object');
  return at !== -1 && part.member !== undefined && meet(part.path, path.slice(0, at));
}

/** True if one path contains the other; the index of a block may be omitted. */
function meet(a: AttributePath, b: AttributePath): boolean {
  const [one, ...oneRest] = a;
  const [other, ...otherRest] = b;
  if (one === undefined || other === undefined) return true;
  if (one === other) return meet(oneRest, otherRest);
  if (typeof one === 'number' && typeof other === 'string') return meet(oneRest, b);
  return typeof other === 'number' && typeof one === 'string' && meet(a, otherRest);
}

function isSame(a: AttributePath, b: AttributePath): boolean {
  const named = (path: AttributePath) => path.filter((step) => typeof step !== 'number');
  return named(a).length === named(b).length;
}

/**
 * A log record may have fewer fields of a member than the provider, and a block may stand for
 * several members.
 */
function isMember(type: string, home: AttributePath, element: Json, member: Json): boolean {
  const block = home.at(-1);
  if (typeof block !== 'string') return true;
  const shown = atomsOf(type, block, member);
  return atomsOf(type, block, element).some((atom) =>
    shown.some((other) => agrees(atom, other) || agrees(other, atom)),
  );
}

function agrees(part: Json, whole: Json): boolean {
  if (!isJsonObject(part) || !isJsonObject(whole)) return textOf(part) === textOf(whole);
  return Object.entries(part).every(
    ([name, value]) =>
      isBlankValue(value) ||
      value === false ||
      (Object.hasOwn(whole, name) && textOf(whole[name] ?? null) === textOf(value)),
  );
}

/** `22` and `"22"` are equal, since Terraform converts them. */
function textOf(value: Json): string {
  return planMemberText(typeof value === 'number' ? String(value) : value);
}
