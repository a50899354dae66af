import type { Effect } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import type { ObjectChange } from '../../model/object-change.ts';
import type { Problem } from '../../model/result.ts';
import type { DerivedDraft, DerivedOutcome } from '../derived/translate.ts';
import { withMakings } from './making.ts';
import { AmbiguousError, RequestError } from './request.ts';
import type { CatalogEntry, DraftEffect, Estate } from './types.ts';

export type Translation =
  /**
   * `redacted` means that a value was masked or left out, so that only a read-back can supply it.
   */
  | {
      readonly kind: 'effects';
      readonly effects: readonly Effect[];
      readonly redacted: boolean;
      /** Why a call that may change Terraform's resources has no effects here, as a clause. */
      readonly unmanaged?: string;
    }
  /** It changed an object of a cluster; the manifests determine which one. */
  | { readonly kind: 'object'; readonly change: ObjectChange }
  /** It changed nothing that manifests can express. */
  | { readonly kind: 'nothing'; readonly because: string }
  | { readonly kind: 'unknown-operation' }
  | { readonly kind: 'invalid'; readonly problem: Problem };

export interface Catalog {
  /** Translates a successful event. Never throws because of the event's content. */
  translate(event: AuditEvent, estate: Estate): Translation;
  /** True if an entry or the derived rules support the operation. */
  knows(service: string, operation: string): boolean;
  /** The known defaults of absent attributes of a resource type. */
  defaultsOf(type: string): JsonObject;
  readonly entries: readonly CatalogEntry[];
}

/** Translates operations without an entry; undefined for one that it does not support either. */
export interface DerivedRules {
  translate(event: AuditEvent, estate: Estate): DerivedOutcome | undefined;
  knows(service: string, operation: string): boolean;
  /**
   * The effects of a call that has an entry on a managed resource of a type that no entry supports,
   * or undefined if there are none.
   */
  shared(event: AuditEvent, known: ReadonlySet<string>, estate: Estate): DerivedOutcome | undefined;
}

/** Builds the catalog. Throws if two entries have the same operation. */
export function createCatalog(
  entries: readonly CatalogEntry[],
  derivedRules?: DerivedRules,
): Catalog {
  const byOperation = new Map<string, CatalogEntry>();
  for (const entry of entries) {
    for (const operation of entry.operations) {
      const key = keyOf(entry.service, operation);
      if (byOperation.has(key)) throw new Error(`the catalog has two entries for ${key}`);
      byOperation.set(key, entry);
    }
  }
  const types = new Set(entries.flatMap((entry) => entry.types));
  const defaults = new Map<string, JsonObject>();
  for (const entry of entries) {
    const [type] = entry.types;
    if (type === undefined || entry.defaults === undefined) continue;
    defaults.set(type, { ...defaults.get(type), ...entry.defaults });
  }
  const settable = settableIn(entries, (type) => defaults.get(type) ?? {});
  return {
    entries,
    defaultsOf: (type) => defaults.get(type) ?? {},
    knows: (service, operation) =>
      byOperation.has(keyOf(service, operation)) ||
      derivedRules?.knows(service, operation) === true,
    translate: (event, estate) => {
      const entry = byOperation.get(keyOf(event.service, event.operation));
      if (entry === undefined) {
        return translateBeyond(event, () =>
          derivedRules?.translate(withoutWrappers(event), estate),
        );
      }
      const own = translateWith(entry, event, estate, settable);
      if (derivedRules === undefined || entry.types.length === 0) return own;
      const shared = translateBeyond(event, () =>
        derivedRules.shared(withoutWrappers(event), types, estate),
      );
      const isOwn = isManaged(own, estate);
      const isShared = shared.kind === 'effects' || shared.kind === 'invalid';
      return isShared && !isOwn ? shared : own;
    },
  };
}

function keyOf(service: string, operation: string): string {
  return `${service}:${operation}`;
}

/** The attributes that entries set, by type, each with its value if no call set it. */
function settableIn(
  entries: readonly CatalogEntry[],
  defaultsOf: (type: string) => JsonObject,
): (type: string) => JsonObject {
  // Built on first use: few calls need it, and going through all entries takes longer than
  // translating the events of most runs.
  let known: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (type) => {
    known ??= attributesByType(entries);
    const unset = [...(known.get(type) ?? [])].map((name) => [name, null] as const);
    return { ...Object.fromEntries(unset), ...defaultsOf(type) };
  };
}

function attributesByType(
  entries: readonly CatalogEntry[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { types, paths = [] } of entries) {
    const [type] = types;
    if (type === undefined) continue;
    const known = names.get(type) ?? new Set();
    names.set(type, known);
    for (const path of paths) known.add(path.split('.')[0] ?? path);
  }
  return names;
}

function translateWith(
  entry: CatalogEntry,
  event: AuditEvent,
  estate: Estate,
  settable: (type: string) => JsonObject,
): Translation {
  try {
    const bare = withoutWrappers(event);
    const own = entry.effects(bare, estate);
    const draftsIn = (other: Estate) => draftsOrNone(entry, bare, other);
    const drafts = withMakings(own, estate, draftsIn, settable);
    const needsNoRequest = entry.asksNothing === true || entry.types.length === 0;
    if (drafts.length === 0 && !needsNoRequest && event.omitted.includes('request')) {
      throw new RequestError('the request is missing.');
    }
    const made = stamped(event, drafts);
    const { unmanaged } = entry;
    return drafts.length > 0 || unmanaged === undefined ? made : { ...made, unmanaged };
  } catch (error) {
    return { kind: 'invalid', problem: problemOf(event, error) };
  }
}

/** A call that cannot be read without its resource has no drafts. */
function draftsOrNone(
  entry: CatalogEntry,
  event: AuditEvent,
  estate: Estate,
): readonly DraftEffect[] {
  try {
    return entry.effects(event, estate);
  } catch {
    return [];
  }
}

function isManaged(translation: Translation, estate: Estate): boolean {
  if (translation.kind !== 'effects') return false;
  return translation.effects.some(({ resource }) => estate.find(resource) !== undefined);
}

function translateBeyond(
  event: AuditEvent,
  outcomeOf: () => DerivedOutcome | undefined,
): Translation {
  try {
    const outcome = outcomeOf();
    if (outcome === undefined) return { kind: 'unknown-operation' };
    if (outcome.kind === 'effects') return stamped(event, outcome.drafts);
    if (outcome.kind === 'unclear') return { kind: 'invalid', problem: outcome.problem };
    return { kind: 'effects', effects: [], redacted: false, unmanaged: outcome.because };
  } catch (error) {
    return { kind: 'invalid', problem: problemOf(event, error) };
  }
}

type Effects = Extract<Translation, { kind: 'effects' }>;

function stamped(event: AuditEvent, drafts: readonly (DraftEffect | DerivedDraft)[]): Effects {
  const effects = drafts.map((draft): Effect => {
    const { resource, change, on, makes } = draft;
    const effect = {
      event: event.id,
      time: event.time,
      resource,
      change,
      ...(on === undefined ? {} : { on }),
      ...(makes === undefined ? {} : { makes }),
    };
    return 'coverage' in draft ? { ...effect, coverage: draft.coverage } : effect;
  });
  return { kind: 'effects', effects, redacted: drafts.some(isHidden) };
}

function isHidden({ change }: DraftEffect): boolean {
  return change.kind === 'set' && change.value.kind !== 'known';
}

/** EC2's newer calls wrap everything in one member: `{"CreateNatGatewayRequest": {...}}`. */
function withoutWrappers(event: AuditEvent): AuditEvent {
  return {
    ...event,
    request: unwrap(event.request, `${event.operation}Request`),
    response: unwrap(event.response, `${event.operation}Response`),
  };
}

function unwrap(object: JsonObject, name: string): JsonObject {
  if (Object.keys(object).length !== 1 || !Object.hasOwn(object, name)) return object;
  const inner = object[name];
  return isJsonObject(inner) ? inner : {};
}

function problemOf(event: AuditEvent, error: unknown): Problem {
  const { service, operation, place } = event;
  if (event.omitted.includes('request')) {
    return {
      code: 'request-omitted',
      message: `The log left out the request of ${operation} (${service}), so what it changed is unknown.`,
      place,
      hint: 'Compare the live resource with the code, for example with `terraform plan`.',
    };
  }
  if (error instanceof AmbiguousError) {
    return {
      code: 'ambiguous-resource',
      message: `${operation} (${service}): ${error.message}`,
      place,
      hint: 'See what changed with `terraform plan -refresh-only`.',
    };
  }
  const why =
    error instanceof RequestError ? error.message : `the entry failed (${String(error)}).`;
  return {
    code: 'unexpected-request',
    message: `The request of ${operation} (${service}) cannot be translated: ${why}`,
    place,
    hint: 'Report the shape of this record, without its values, so that the catalog can learn it.',
  };
}
