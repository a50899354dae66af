import type { AuditEvent } from '../../model/event.ts';
import { googlePlace, relativeGoogleName } from '../../model/google-name.ts';
import type { JsonObject } from '../../model/json.ts';
import { RequestError } from '../catalog/request.ts';
import { textIn } from './members.ts';

/** The values of a path's variables: `{project: 'shop', zone: 'us-central1-a', name: 'web'}`. */
export type GoogleNames = Readonly<Record<string, string>>;

/** Variable of a path -> request member, for values that only the request has. Dotted API names. */
export type GivenNames = Readonly<Record<string, string>>;

/** Collections of locations, which may replace each other. */
const places: ReadonlySet<string> = new Set(['zones', 'regions', 'locations']);
/** Labels of the logged resource with its location, from the most to the least specific. */
const placeLabels = ['zone', 'region', 'location'];

/**
 * The values in an event for the variables of a path such as
 * `projects/{project}/zones/{zone}/instances/{name}`. Each is the segment after its collection in
 * the name of the resource, in whichever form the log has it: with an API version, starting at the
 * collection, or with the number of the project. Throws if the event lacks a value.
 */
export function namesIn(event: AuditEvent, path: string, given: GivenNames = {}): GoogleNames {
  const texts = textsOf(event);
  const entries = variablesOf(path).map(({ collection, variable }): [string, string] => {
    const member = given[variable];
    const own = member === undefined ? undefined : textIn(event.request, member);
    if (own !== undefined) return [variable, lastPart(own)];
    if (collection === 'projects') return [variable, projectOf(event, texts)];
    const found = texts.map((text) => after(collection, text)).find((one) => one !== undefined);
    const value = found ?? (places.has(collection) ? placeOf(event) : undefined);
    if (value === undefined) throw new RequestError(`its ${variable} is missing.`);
    return [variable, value];
  });
  return Object.fromEntries(entries);
}

/** The path with its variables filled in. */
export function fill(path: string, names: GoogleNames): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
}

/** The project that a call concerns. Numbers, `-` and `_` stand for the project of the log. */
function projectOf(event: AuditEvent, texts: readonly string[]): string {
  const named = texts.map((text) => googlePlace(text).project).find((one) => one !== undefined);
  return named === undefined || !/[a-z]/.test(named) ? event.scope : named;
}

interface Variable {
  readonly collection: string;
  readonly variable: string;
}

function variablesOf(path: string): readonly Variable[] {
  return [...path.matchAll(/(?:([^/{}]+)\/)?\{(\w+)\}/g)].map(
    ([, collection = '', variable = '']) => ({
      collection,
      variable,
    }),
  );
}

/** Names of the resource in an event, starting with those of the call itself. */
function textsOf({ details, request, response }: AuditEvent): readonly string[] {
  const texts = [
    textIn(details, 'resourceName'),
    textIn(request, 'name'),
    ...Object.keys(request).map((member) => nameInside(request, member)),
    textIn(request, 'parent'),
    textIn(response, 'targetLink'),
    textIn(response, 'name'),
    textIn(response, 'selfLink'),
  ];
  return texts.filter((text) => text !== undefined).map(relativeGoogleName);
}

/** `topic.name` in a request that has the resource as a member. */
function nameInside(request: JsonObject, member: string): string | undefined {
  const name = textIn(request[member], 'name');
  return name?.includes('/') === true ? name : undefined;
}

function after(collection: string, text: string): string | undefined {
  const parts = text.split('/');
  const isIt = (part: string): boolean =>
    part === collection || (places.has(collection) && places.has(part));
  const index = parts.findIndex(isIt);
  const value = index === -1 ? undefined : parts[index + 1];
  return value === undefined || value === '' ? undefined : value;
}

function placeOf({ details, region }: AuditEvent): string | undefined {
  const labels = placeLabels.map((label) => textIn(details, `resource.labels.${label}`));
  return labels.find((label) => label !== undefined) ?? (region === 'global' ? undefined : region);
}

function lastPart(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}
