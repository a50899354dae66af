import { credentialAt, markedKind, markerFor } from '../../model/credential/find.ts';
import { openElement, openPath } from '../../model/credential/path.ts';
import { replaceCredentials } from '../../model/credential/replace.ts';
import type { Change, ResourceRef } from '../../model/effect.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { type AttributePath, pathKey } from '../../model/path.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { RememberedEvent } from '../../ports/store/memory.ts';
import { correlationKeys } from '../../stages/drift/correlate.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import { withMoves } from './former-addresses.ts';

export interface KeepInput {
  readonly net: NetDriftResult;
  readonly events: ReadonlyMap<string, KeptEvent>;
  /** The events that are remembered already. */
  readonly memory: readonly RememberedEvent[];
  /** True for an event that may now have more details than what was remembered. */
  readonly isFresh: (event: KeptEvent) => boolean;
  /** The address of the managed resource that a ref from the log identifies. */
  readonly addressOf: (resource: ResourceRef) => string | undefined;
  /** True if a value is or contains a secret. */
  readonly isSecret: (
    place: { readonly address: string | undefined; readonly type: string },
    path: AttributePath,
    value: Json,
  ) => boolean;
  /** Events that a model translated without any confirmation. No later run may be based on them. */
  readonly provisional: ReadonlySet<string>;
  /** ISO 8601 UTC. Older events that nothing depends on are forgotten. */
  readonly horizon: string;
}

/**
 * The events that later runs need: all that concern managed resources, and all others on the
 * resources of these events. Old events are dropped if no open drift is based on them and a later
 * event set the same field.
 */
export function keptEvents(input: KeepInput): readonly RememberedEvent[] {
  const { net, events } = input;
  const needed = new Set(net.drifts.flatMap(({ evidence }) => evidence));
  const relevant = new Set(
    [...net.perEvent]
      .filter(
        ([id, outcomes]) => needed.has(id) || outcomes.some(({ address }) => address !== undefined),
      )
      .map(([id]) => id),
  );
  const names = namesIn([...input.memory, ...[...relevant].flatMap((id) => events.get(id) ?? [])]);
  const before = new Map(input.memory.map((event) => [event.id, event]));
  const known = [...net.perEvent.keys()].flatMap((id) => {
    const event = events.get(id);
    const isKnown = relevant.has(id) || (event !== undefined && isNamed(event, names));
    const isOut = event === undefined || !isKnown || input.provisional.has(id);
    if (isOut) return [];
    const own = needed.has(id) && !input.isFresh(event) ? before.get(id) : undefined;
    const kept = own ?? remembered(input, event, needed.has(id));
    return [withMoves(kept, before.get(id), input.addressOf)];
  });
  const isLast = lastWriters(known);
  return known.filter(
    (event) => needed.has(event.id) || event.time >= input.horizon || isLast(event),
  );
}

function refsOf({ translation }: Pick<KeptEvent, 'translation'>): readonly ResourceRef[] {
  return translation.kind === 'effects' ? translation.effects.map(({ resource }) => resource) : [];
}

function namesIn(events: readonly Pick<KeptEvent, 'translation'>[]): ReadonlySet<string> {
  return new Set(events.flatMap(refsOf).flatMap(correlationKeys));
}

function isNamed(event: KeptEvent, names: ReadonlySet<string>): boolean {
  return refsOf(event).some((ref) => correlationKeys(ref).some((key) => names.has(key)));
}

/**
 * The event without raw records and secrets. For a credential, a marker is kept if a drift is based
 * on it; otherwise a later run could not tell whether the code has the same value.
 */
export function remembered(
  input: Pick<KeepInput, 'addressOf' | 'isSecret'>,
  { unknown: _, ...event }: KeptEvent,
  isNeeded = true,
): RememberedEvent {
  const { translation } = event;
  if (translation.kind !== 'effects') return { ...event, addresses: {} };
  const addresses: Record<string, string> = {};
  const effects = translation.effects.flatMap((effect) => {
    const { resource } = effect;
    const address = input.addressOf(resource);
    if (address !== undefined) addresses[canonicalJson(resource as unknown as Json)] = address;
    const place = { address, type: resource.type };
    const hides = (path: AttributePath, value: Json) => input.isSecret(place, path, value);
    const made = effect.makes && { makes: withMasks(effect.makes, [], hides) };
    if (!isNeeded && isOfCredential(effect.change)) return [];
    return [{ ...effect, change: withoutSecrets(effect.change, hides), ...made }];
  });
  return { ...event, translation: { ...translation, effects }, addresses };
}

type Hides = (path: AttributePath, value: Json) => boolean;

function withoutSecrets(change: Change, hides: Hides): Change {
  switch (change.kind) {
    case 'set': {
      const { value } = change;
      const path = openPath(change.path);
      if (path !== change.path) {
        if (value.kind === 'known' && markedKind(String(value.value)) !== undefined) {
          return { ...change, path };
        }
        const kind = credentialAt(change.path, null) ?? '';
        return { ...change, path, value: { kind: 'known', value: markerFor(kind) } };
      }
      if (value.kind !== 'known' || !hides(path, value.value)) return change;
      const open = replaceCredentials(path, value.value, () => null);
      if (hides(path, open)) return { ...change, value: { kind: 'redacted' } };
      const marked = replaceCredentials(path, value.value, markerFor);
      return { ...change, value: { kind: 'known', value: marked } };
    }
    case 'create':
      return { ...change, attributes: withMasks(change.attributes, [], hides) };
    case 'add':
    case 'remove': {
      const { element, path } = change;
      if (!hides(path, element)) return change;
      const open = openElement(element);
      if (credentialAt(path, element) !== undefined && !hides(path, withoutCredentials(open))) {
        return { ...change, path: openPath(path), element: open };
      }
      return { ...change, element: isJsonObject(element) ? withMasks(element, path, hides) : mask };
    }
    case 'delete':
      return change;
  }
}

function withMasks(object: JsonObject, path: AttributePath, hides: Hides): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      hides([...path, name], value) ? maskFor([...path, name], value, hides) : value,
    ]),
  );
}

/**
 * Text that contains a credential has only that replaced by a marker; anything else that is secret
 * is masked.
 */
function maskFor(path: AttributePath, value: Json, hides: Hides): Json {
  if (credentialAt(path, value) === undefined) return mask;
  if (
    hides(
      path,
      replaceCredentials(path, value, () => null),
    )
  )
    return mask;
  return replaceCredentials(path, value, markerFor);
}

function withoutCredentials(element: Json): Json {
  return replaceCredentials([], element, () => null);
}

function isOfCredential(change: Change): boolean {
  if (change.kind === 'set') {
    return (
      change.value.kind === 'known' && credentialAt(change.path, change.value.value) !== undefined
    );
  }
  if (change.kind !== 'add' && change.kind !== 'remove') return false;
  return credentialAt(change.path, change.element) !== undefined;
}

/** The value that log readers recognize as hidden by the service. */
const mask = 'HIDDEN_DUE_TO_SECURITY_REASONS';

/**
 * True for events that were the last to write some field, without which the field would have
 * another value.
 */
function lastWriters(events: readonly RememberedEvent[]): (event: RememberedEvent) => boolean {
  const last = new Map<string, { readonly id: string; readonly time: string }>();
  for (const { id, time, translation } of events) {
    for (const key of writes(translation)) {
      const known = last.get(key);
      if (known === undefined || known.time <= time) last.set(key, { id, time });
    }
  }
  const ids = new Set([...last.values()].map(({ id }) => id));
  return ({ id, translation }) => translation.kind === 'object' || ids.has(id);
}

function writes(translation: KeptEvent['translation']): readonly string[] {
  if (translation.kind !== 'effects') return [];
  return translation.effects.flatMap(({ resource, change, makes }) => {
    const names = canonicalJson(resource as unknown as Json);
    if (change.kind === 'create' || change.kind === 'delete') return [names];
    const member = 'element' in change ? canonicalJson(change.element) : '';
    const field = `${names} ${pathKey(change.path)} ${member}`;
    return makes === undefined ? [field] : [names, field];
  });
}
