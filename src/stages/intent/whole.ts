import type { Drift } from '../../model/drift.ts';
import type { ResourceRef } from '../../model/effect.ts';
import type { JsonObject } from '../../model/json.ts';
import { displayText } from '../../model/text.ts';
import { wholesNamed } from '../../providers/catalog/wholes.ts';
import { policyAttachments, securityGroupRules } from '../../providers/traits/access-types.ts';
import { resourceNoun } from '../../providers/traits/nouns.ts';
import { routeDestination, routeType } from '../../providers/traits/routes.ts';
import { spokenName } from './spoken-name.ts';

/** What the state knows of resources. */
export interface KnownResources {
  /** The attributes of the resource at an address. */
  attributes(address: string): JsonObject | undefined;
  /** The address of the resource that a reference identifies. */
  find(ref: ResourceRef): string | undefined;
}

/** A resource as a sentence names it: `security group`, `db`. */
export interface SpokenResource {
  readonly noun: string;
  readonly name: string;
}

const parts: ReadonlySet<string> = new Set([
  ...Object.keys(policyAttachments),
  ...securityGroupRules,
  routeType,
]);
const longestName = 60;

/** The attributes of a part, such as a rule of a security group; empty for everything else. */
export function partAttributes(
  { type, address, creation }: Drift,
  known: KnownResources | undefined,
): JsonObject {
  if (!parts.has(type)) return {};
  return creation?.attributes ?? known?.attributes(address) ?? {};
}

/** The resource that a part belongs to, since people know parts by their whole. */
export function wholeOfPart(
  { type, creation }: Drift,
  attributes: JsonObject,
  known: KnownResources | undefined,
): SpokenResource | undefined {
  if (!parts.has(type)) return undefined;
  const texts = Object.entries(attributes).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const refs = wholesNamed({ type, keys: [Object.fromEntries(texts)] });
  for (const ref of refs) {
    const address = known?.find(ref);
    if (address !== undefined) return namedAt(ref.type, address);
  }
  const last = refs.at(-1);
  if (creation?.parent !== undefined) return namedAt(last?.type ?? '', creation.parent);
  // A whole that no code declares is called by its id.
  const [id] = Object.values(last?.keys[0] ?? {});
  return last === undefined || id === undefined
    ? undefined
    : { noun: resourceNoun(last.type), name: displayText(id, longestName) };
}

function namedAt(type: string, address: string): SpokenResource {
  return { noun: resourceNoun(type), name: displayText(spokenName(address), longestName) };
}

/** `the route to 0.0.0.0/0 of `, before the name of the route table. */
export function phraseOfPart(type: string, attributes: JsonObject): string | undefined {
  const destination = type === routeType ? routeDestination(attributes) : undefined;
  return destination === undefined ? undefined : `the route to ${displayText(destination, 60)} of `;
}
