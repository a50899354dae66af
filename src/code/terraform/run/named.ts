import { isJsonObject, type Json } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { atomsOf } from '../../../providers/catalog/elements.ts';
import { isBlankValue } from './difference.ts';
import { type PlanPart, planMemberText } from './parts.ts';

/** What a patch is about. */
export interface NamedPlan {
  readonly address: string;
  /** Terraform resource type. */
  readonly type: string;
  /** Empty for the resource as a whole. */
  readonly path: AttributePath;
  /** The drift that asks for it; empty where it comes along with others. */
  readonly drift: string;
}

/** True when the part is what the patch is about, or lies in it, or around it. */
export function names({ type, path }: NamedPlan, part: PlanPart): boolean {
  const at = path.findIndex((step) => typeof step === 'object');
  const step = path[at];
  const home = at === -1 ? path : path.slice(0, at);
  if (!meet(part.path, home)) return false;
  // The set that the member is of, and not something in or around it.
  if (part.member === undefined || typeof step !== 'object') return true;
  return !isSame(part.path, home) || isMember(type, home, step.element, part.member);
}

/** True for a part of the set of which the patch is about one member. */
export function isBesideMember({ path }: NamedPlan, part: PlanPart): boolean {
  const at = path.findIndex((step) => typeof step === 'object');
  return at !== -1 && part.member !== undefined && meet(part.path, path.slice(0, at));
}

/** True when one path is part of the other; a block may be named without its index. */
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

/** A log may tell less of a member than the provider does, and a block may hold several members. */
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

/** `22` and `"22"` are one value, since Terraform converts them. */
function textOf(value: Json): string {
  return planMemberText(typeof value === 'number' ? String(value) : value);
}
