import type { Coverage } from '../../model/coverage.ts';
import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { Problem } from '../../model/result.ts';
import { attributesFrom } from '../catalog/attributes.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { createEffect, deleteEffect, effect, unknownChange } from '../catalog/effects.ts';
import { items, member, requestAt, textAt } from '../catalog/request.ts';
import { hiddenTags, tagEffects, tagMap, untagEffects } from '../catalog/tags.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import type { FoundRules } from './find.ts';
import { findTarget, isGeneratedId, keysIn } from './find.ts';
import type { WireTarget } from './format.ts';
import { readMembers } from './members.ts';
import { derivedRefOf } from './ref.ts';

/** A change, and how well it is known. */
export interface DerivedDraft extends DraftEffect {
  readonly coverage: Exclude<Coverage, 'mapped'>;
}

export type DerivedOutcome =
  | { readonly kind: 'effects'; readonly drafts: readonly DerivedDraft[] }
  /** Nothing managed changed, for the given reason. */
  | { readonly kind: 'unmanaged'; readonly because: string }
  /** Something managed may have changed, but it is unclear what. */
  | { readonly kind: 'unclear'; readonly problem: Problem };

interface Match {
  readonly target: WireTarget;
  readonly found: FoundRules;
}

/**
 * The effects of a call by the rules. If several types share the call, the managed one is meant.
 */
export function translateTargets(
  event: AuditEvent,
  targets: readonly WireTarget[],
  estate: Estate,
): DerivedOutcome {
  if (targets.length === 0) return { kind: 'effects', drafts: [] };
  const matches = targets.map((target) => ({ target, found: findTarget(event, target, estate) }));
  const addresses = new Set(matches.flatMap(({ found }) => addressesOf(found)));
  if (addresses.size > 1) return ambiguous(event, [...addresses].sort());
  for (const { target, found } of matches) {
    if (found.kind !== 'one') continue;
    const ref = derivedRefOf(found.resource, estate);
    if (ref === undefined) return ambiguous(event, [found.resource.address]);
    return { kind: 'effects', drafts: draftsOf(event, target, ref, found.surely) };
  }
  return unmanagedOutcome(event, matches, estate);
}

/** The effects on managed resources that the call surely names, or undefined if it names none. */
export function translateManaged(
  event: AuditEvent,
  targets: readonly WireTarget[],
  estate: Estate,
): DerivedOutcome | undefined {
  const named = targets.filter((target) => {
    const found = findTarget(event, target, estate);
    return found.kind === 'one' && found.surely;
  });
  return named.length === 0 ? undefined : translateTargets(event, named, estate);
}

function addressesOf(found: FoundRules): readonly string[] {
  if (found.kind === 'one') return [found.resource.address];
  return found.kind === 'several' ? found.addresses : [];
}

/** The outcome for a resource that is not managed, or not yet. */
function unmanagedOutcome(
  event: AuditEvent,
  matches: readonly Match[],
  estate: Estate,
): DerivedOutcome {
  const away = matches.find(({ found }) => found.kind === 'elsewhere')?.found;
  if (away?.kind === 'elsewhere') {
    const because = `it concerns a namesake of ${away.address} in another account or region`;
    return { kind: 'unmanaged', because };
  }
  const named = matches.filter(({ target }) => keysIn(event, target).length > 0);
  const types = [...new Set(matches.map(({ target }) => target.type))].sort();
  const [only] = named;
  if (only === undefined) {
    const candidates = types.flatMap((type) => estate.ofType(type).map(({ address }) => address));
    if (candidates.length > 0) {
      const rest = `changes ${types.join(' or ')}, and the log does not name which.`;
      return unclear(event, 'unidentified-resource', rest);
    }
    return { kind: 'unmanaged', because: `no ${types.join(' or ')} is in the state` };
  }
  if (named.length > 1) {
    const because = `the named ${types.join(' or ')} is not in the state`;
    return { kind: 'unmanaged', because };
  }
  const { target } = only;
  const ref: ResourceRef = { type: target.type, keys: keysIn(event, target) };
  return { kind: 'effects', drafts: draftsOf(event, target, ref, false, true) };
}

function draftsOf(
  event: AuditEvent,
  target: WireTarget,
  ref: ResourceRef,
  surely: boolean,
  isNew = false,
): readonly DerivedDraft[] {
  const { kind, members = {} } = target;
  const tags = tagsOf(event, target);
  const unknown: DerivedDraft = { ...unknownChange(ref), coverage: 'touched' };
  if (event.omitted.includes('request')) return [unknown];
  if (kind === 'tag' || kind === 'untag') {
    if (tags === undefined) return derived([hiddenTags(ref)]);
    return derived(kind === 'tag' ? tagEffects(ref, tags) : untagEffects(ref, tags));
  }
  if (kind === 'delete') return surely || isNew ? derived([deleteEffect(ref)]) : [unknown];
  const { sets, more } = readMembers(event.request, members);
  const drafts = sets.map(({ path, value }) => effect(ref, { kind: 'set', path, value }));
  if (kind === 'create' || (kind === 'put' && isNew)) {
    const found = withoutDefaults(attributesFrom(drafts), {});
    const own = tags === undefined ? null : tagMap(tags);
    const attributes: JsonObject = own === null ? found : { ...found, tags: own };
    const hidden = drafts.filter(isHidden);
    const made = createEffect(ref, attributes, { importId: importIdOf(event, target) });
    return [...derived([made, ...hidden]), ...(more ? [unknown] : [])];
  }
  const retagged = tags === undefined ? [] : [hiddenTags(ref)];
  const changes = derived([...drafts, ...retagged]);
  return more || changes.length === 0 ? [...changes, unknown] : changes;
}

function derived(drafts: readonly DraftEffect[]): readonly DerivedDraft[] {
  return drafts.map((draft) => ({ ...draft, coverage: 'derived' }));
}

function isHidden({ change }: DraftEffect): boolean {
  return change.kind === 'set' && change.value.kind !== 'known';
}

/** The generated id in the response, if the provider imports by it. */
function importIdOf(event: AuditEvent, { importable, keys }: WireTarget): string | undefined {
  if (importable === undefined) return undefined;
  const source = keys.find((key) => key['id']?.startsWith('r.'))?.['id'];
  const id = source === undefined ? undefined : textAt(event.response, source.slice(2));
  return id !== undefined && isGeneratedId(id) ? id : undefined;
}

/**
 * The value of the member with tags. EC2 groups tags by resource type, but the call creates only
 * one.
 */
function tagsOf({ request }: AuditEvent, { tags }: WireTarget): Json | undefined {
  if (tags === undefined) return undefined;
  const raw = tags
    .split('|')
    .map((name) => requestAt(request, name))
    .find((value) => value !== undefined);
  if (!/tagspecification/i.test(tags)) return raw;
  const [first] = items(raw);
  return member(first, 'tags') ?? member(first, 'tag');
}

function ambiguous(event: AuditEvent, addresses: readonly string[]): DerivedOutcome {
  const rest = `could mean ${addresses.slice(0, 5).join(' or ')}.`;
  return unclear(event, 'ambiguous-resource', rest);
}

/** `rest`: the rest of a sentence that begins with the call. */
function unclear(
  { service, operation, place }: AuditEvent,
  code: Problem['code'],
  rest: string,
): DerivedOutcome {
  const hint = 'See what changed with `terraform plan -refresh-only`.';
  const message = `${operation} (${service}) ${rest}`;
  return { kind: 'unclear', problem: { code, message, place, hint } };
}
