import { foldArmId } from '../model/arm-id.ts';
import type { AuditEvent } from '../model/event.ts';
import { relativeGoogleName } from '../model/google-name.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { isJsonArray, isJsonObject } from '../model/json.ts';
import { identifyingAttributes } from '../terraform/state/identity.ts';
import type { State, StateIndex } from '../terraform/state/types.ts';

/** A managed resource that a call names, and where the call names it. */
export interface Touched {
  readonly address: string;
  readonly type: string;
  /** The request member, dotted, and the attribute it equals. */
  readonly key: { readonly attribute: string; readonly member: string };
}

/** An event of an operation that no entry of the catalog has, on a resource that is managed. */
export interface UnknownCall {
  readonly event: AuditEvent;
  readonly touched: Touched;
}

/** Shorter names are words as often as names. */
const shortestName = 4;
const deepest = 4;
const mostMembers = 100;

interface Identity extends Omit<Touched, 'key'> {
  readonly attribute: string;
}

/**
 * Tells which managed resource a call is about when only its request can say: the one whose id,
 * ARN or unique name a member of the request equals. Several candidates are none.
 */
export function createTouchFinder(
  state: State,
  index: StateIndex,
): (event: AuditEvent) => Touched | undefined {
  let identities: ReadonlyMap<string, readonly Identity[]> | undefined;
  return (event) => {
    identities ??= identitiesIn(state, index);
    for (const [member, text] of membersOf(namesIn(event))) {
      const found = identities.get(foldArmId(text)) ?? [];
      const [first] = found;
      if (first === undefined || found.some(({ address }) => address !== first.address)) continue;
      const { address, type, attribute } = first;
      return { address, type, key: { attribute, member } };
    }
    return undefined;
  };
}

/** The part of an event that names what it is about. */
function namesIn({ cloud, details, omitted, request, response, scope }: AuditEvent): Json {
  // Azure tells the resource of a call apart from the body, which names others.
  if (cloud === 'azure') return { resourceId: request['resourceId'] ?? null };
  if (cloud === 'gcp') return { resourceName: googleNameOf(details, scope) };
  // Where the log cuts the request, the answer still names what it was about.
  return omitted.includes('request') ? response : request;
}

/** The name with the id of the project, in place of which services also log its number. */
function googleNameOf({ resourceName }: JsonObject, scope: string): Json {
  if (typeof resourceName !== 'string') return null;
  return relativeGoogleName(resourceName).replace(/^projects\/\d+(?=\/)/, `projects/${scope}`);
}

function identitiesIn(state: State, index: StateIndex): ReadonlyMap<string, readonly Identity[]> {
  const byText = new Map<string, Identity[]>();
  for (const { address, type, mode } of state.resources) {
    const attributes = mode === 'managed' ? index.get(address)?.attributes : undefined;
    for (const attribute of attributes === undefined ? [] : identifyingAttributes(type)) {
      const value = attributes?.[attribute];
      if (typeof value !== 'string' || value.length < shortestName) continue;
      const key = foldArmId(value);
      const known = byText.get(key);
      if (known === undefined) byText.set(key, [{ address, type, attribute }]);
      else known.push({ address, type, attribute });
    }
  }
  return byText;
}

/** Text members of a request by dotted path, breadth first: what names the resource is on top. */
function membersOf(request: Json): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  let level: readonly (readonly [readonly string[], Json])[] = [[[], request]];
  for (let depth = 0; depth < deepest && found.length < mostMembers; depth += 1) {
    const next: (readonly [readonly string[], Json])[] = [];
    for (const [path, value] of level) {
      if (typeof value === 'string') found.push([path.join('.'), value]);
      else if (isJsonObject(value) && !isJsonArray(value)) {
        for (const name of Object.keys(value)) next.push([[...path, name], value[name] ?? null]);
      }
    }
    level = next;
  }
  return found.slice(0, mostMembers);
}
