import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { arraySpans, type JsonSpan, memberStart, objectSpans } from '../../model/json-spans.ts';
import { type SharedParts, TextResource } from './text-resource.ts';
import type { State, StateResource } from './types.ts';
import {
  instanceParts,
  isCurrent,
  ResourceV4,
  StateV4,
  sharedParts,
  stateWith,
  valueResource,
} from './v4.ts';

const StateHeader = StateV4.omit({ resources: true });

/** What makes an encrypted state, or something that is no state. */
const foreign = ['encrypted_data', 'encryption_version', 'backend'];

/**
 * A state of version 4 whose attributes stay in the text. Every part is parsed and checked once and let
 * go again, so that memory grows with the text alone. Undefined where anything is unusual or wrong:
 * then the whole is to be parsed, which says what it is.
 */
export function readV4Text(text: string): State | undefined {
  try {
    const members = objectSpans(text, text.search(/\S/));
    const listed = members?.get('resources');
    if (members === undefined || listed === undefined) return undefined;
    if (foreign.some((name) => members.has(name)) || !isAll(text, members)) return undefined;
    const header = StateHeader.safeParse(without(text, members, ['resources']));
    const elements = arraySpans(text, listed.start);
    if (!header.success || elements === undefined) return undefined;
    const resources: StateResource[] = [];
    const once = interned();
    for (const span of elements) {
      const instances = instancesAt(text, span, once);
      if (instances === undefined) return undefined;
      for (const each of instances) resources.push(each);
    }
    return stateWith(header.data, resources);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether nothing follows the object. */
function isAll(text: string, members: ReadonlyMap<string, JsonSpan>): boolean {
  return /^\s*}\s*$/.test(text.slice([...members.values()].at(-1)?.end));
}

/** One copy of texts that thousands of resources have in common. */
function interned(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const one = known.get(text);
    if (one === undefined) known.set(text, text);
    return one ?? text;
  };
}

function instancesAt(
  text: string,
  { start, end }: JsonSpan,
  once: (text: string) => string,
): readonly StateResource[] | undefined {
  const resource = ResourceV4.safeParse(JSON.parse(text.slice(start, end)));
  if (!resource.success) return undefined;
  const { instances } = resource.data;
  const starts = startsIn(text, start, instances.length);
  if (starts === undefined) return undefined;
  const shared = withOne(sharedParts(resource.data), once);
  const resources: StateResource[] = [];
  for (const [at, instance] of instances.entries()) {
    if (!isCurrent(instance)) continue;
    const isPlain = isJsonObject(instance.attributes ?? null);
    resources.push(
      isPlain
        ? new TextResource(text, shared, instanceParts(shared.type, instance), starts[at] ?? start)
        : valueResource(shared, instance),
    );
  }
  return resources;
}

/** Where the instances of a resource begin; undefined where there are not as many as were parsed. */
function startsIn(text: string, start: number, count: number): readonly number[] | undefined {
  const listed = memberStart(text, start, 'instances') ?? text.length;
  const starts = arraySpans(text, listed)?.map((span) => span.start);
  return starts?.length === count ? starts : undefined;
}

function withOne(shared: SharedParts, once: (text: string) => string): SharedParts {
  const { module, type, name, provider } = shared;
  const texts = { module: once(module), type: once(type), name: once(name) };
  return { ...shared, ...texts, provider: once(provider) };
}

/** The members that are not left out, parsed. */
function without(
  text: string,
  members: ReadonlyMap<string, JsonSpan>,
  left: readonly string[],
): JsonObject {
  const entries = [...members]
    .filter(([name]) => !left.includes(name))
    .map(([name, { start, end }]) => [name, JSON.parse(text.slice(start, end)) as Json] as const);
  return Object.fromEntries(entries);
}
