import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonAt,
  own,
} from '../../../../model/json.ts';
import { textIdentity } from '../../../../model/policy-document.ts';

export type DocumentPath = readonly (string | number)[];

/** One difference between two documents, as small as it can be determined. */
export type DocumentChange =
  /** The path should have this value; missing objects above it are created. */
  | { readonly kind: 'set'; readonly path: DocumentPath; readonly value: Json }
  | { readonly kind: 'drop'; readonly path: DocumentPath }
  /**
   * Texts to add to and remove from the text or list of texts at the path, whose order has no
   * meaning.
   */
  | {
      readonly kind: 'members';
      readonly path: DocumentPath;
      readonly add: readonly string[];
      readonly remove: readonly string[];
    }
  /** An element to append to the list at the path, or the index of one to remove. */
  | { readonly kind: 'add'; readonly path: DocumentPath; readonly element: JsonObject }
  | { readonly kind: 'remove'; readonly path: DocumentPath; readonly index: number };

/**
 * The document with the change applied in its own style: a single text is not turned into a list.
 */
export function applyDocumentChange(document: Json, change: DocumentChange): Json {
  return at(document, change.path, (value) => changed(value, change));
}

function at(
  value: Json | undefined,
  path: DocumentPath,
  change: (value: Json | undefined) => Json | undefined,
): Json {
  const [step, ...rest] = path;
  if (step === undefined) return change(value) ?? null;
  if (typeof step === 'number') {
    const made = toList(value).map((item, index) =>
      index === step ? at(item, rest, change) : item,
    );
    return isJsonArray(value) ? made : (made[0] ?? null);
  }
  const object = isJsonObject(value) ? value : {};
  const old = own(object, step);
  const now = rest.length === 0 ? change(old) : at(old, rest, change);
  const others = Object.entries(object).filter(([name]) => name !== step);
  if (now === undefined) return Object.fromEntries(others);
  return Object.hasOwn(object, step)
    ? Object.fromEntries(Object.entries(object).map(([name, v]) => [name, name === step ? now : v]))
    : Object.fromEntries([...others, [step, now]]);
}

function changed(value: Json | undefined, change: DocumentChange): Json | undefined {
  switch (change.kind) {
    case 'set':
      return change.value;
    case 'drop':
      return undefined;
    case 'members':
      return withMembers(value ?? [], String(change.path.at(-1)), change);
    case 'add':
      return [...toList(value), change.element];
    case 'remove':
      return toList(value).filter((_, index) => index !== change.index);
  }
}

/** The elements of a list; a single value counts as its only element. */
export function toList(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : value === undefined ? [] : [value];
}

export interface MemberChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * The texts in their order: added ones take the places of removed ones, any others are appended.
 */
export function memberList(
  current: readonly string[],
  element: string,
  { add, remove }: MemberChange,
): readonly string[] {
  const gone = new Set(remove.map((text) => textIdentity(element, text)));
  const coming = [...add];
  const kept = current.flatMap((text) => {
    if (!gone.has(textIdentity(element, text))) return [text];
    const next = coming.shift();
    return next === undefined ? [] : [next];
  });
  return [...kept, ...coming];
}

function withMembers(value: Json, element: string, change: MemberChange): Json {
  const texts = toList(value).map(String);
  const members = memberList(texts, element, change);
  const [only] = members;
  return !isJsonArray(value) && only !== undefined && members.length === 1 ? only : members;
}

/** The value at a path; undefined if there is none. */
export function documentValueAt(document: Json, path: DocumentPath): Json | undefined {
  let value: Json | undefined = document;
  for (const step of path) {
    if (typeof step === 'number') value = toList(value)[step];
    else value = jsonAt(value, step);
  }
  return value;
}
