import { parseAddress } from '../../code/terraform/address.ts';
import { type Affected, createTakerFinder } from '../../code/terraform/config/affected/find.ts';
import type { Evaluation } from '../../code/terraform/config/types.ts';
import { createStateEstate } from '../../code/terraform/state/estate.ts';
import type { Change, Effect } from '../../model/effect.ts';
import { type Json, type JsonObject, sameJson } from '../../model/json.ts';
import type { Impact } from '../../model/patch.ts';
import { type AttributePath, formatPath, startsWith } from '../../model/path.ts';
import { compareKeys, displayText } from '../../model/text.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import { latestVersionAttribute } from '../../providers/traits/latest-versions.ts';
import { schemaHints } from '../../stages/drift/hints.ts';
import { inFoldOrder } from '../../stages/drift/order.ts';
import type { SettledField } from '../../stages/drift/types.ts';
import { ignoredPaths } from '../../stages/patch/terraform/ignored.ts';
import { blastRadius } from '../../stages/patch/terraform/radius.ts';
import type { IsUnordered } from '../../stages/patch/terraform/value-differences.ts';
import type { LiveState } from '../drift/read-back.ts';
import type { KnownAttributes } from '../managed/load-project.ts';
import type { Stage } from '../stages.ts';

/**
 * A field whose code refers to a cloud-computed attribute of another resource that has a newer
 * value.
 */
export interface Follower extends Impact {
  /** Address of the resource that it follows. */
  readonly of: string;
  /** The attributes that it follows, sorted. */
  readonly attributes: readonly string[];
}

export interface Following {
  /** The stage, with a project in which references yield the live values. */
  readonly stage: Stage;
  /** Sorted by the resource they follow, then by address. */
  readonly followers: readonly Follower[];
}

/** Finds the code that refers to attributes with newer values, and what changes as a result. */
export function followReferences(
  stage: Stage,
  effects: readonly Effect[],
  live: LiveState | undefined,
): Following {
  const { loaded, input } = stage;
  const { evaluation } = loaded.project;
  const takers = takersOf(evaluation, movedOn(stage, effects, live));
  if (takers.length === 0) return { stage, followers: [] };
  const hint = schemaHints(input.providers.schema);
  const isUnordered: IsUnordered = (type, path) => hint(type, path)?.collection === 'set';
  const known = new Map(takers.map(({ address, attributes }) => [address, attributes]));
  const followers = takers.flatMap(({ address, attributes, affected }) => {
    const after = loaded.with(new Map([[address, attributes]])).project.evaluation;
    const { schema } = input.providers;
    return blastRadius(evaluation, after, {
      isUnordered,
      schema,
      affected: { resources: () => affected },
    })
      .filter((impact) => impact.address !== address && !isIgnored(evaluation, impact))
      .map((impact) => ({ ...impact, of: address, attributes: Object.keys(attributes).sort() }));
  });
  return { stage: { ...stage, loaded: loaded.with(known) }, followers };
}

interface Taken {
  readonly address: string;
  readonly attributes: NonNullable<ReturnType<KnownAttributes['get']>>;
  readonly affected: Affected;
}

/** The changed attributes that something refers to. */
function takersOf({ configuration }: Evaluation, moved: KnownAttributes): readonly Taken[] {
  const find = createTakerFinder();
  return [...moved].sort(compareKeys).flatMap(([address, attributes]) => {
    const parsed = parseAddress(address);
    if (parsed === undefined) return [];
    const module = parsed.modules.map(({ name }) => name).join('.');
    const resource = `${parsed.type}.${parsed.name}`;
    const affectedBy = (names: readonly string[]): Affected =>
      find(configuration, { module, resource, attributes: names });
    const isTaken = (name: string): boolean =>
      [...affectedBy([name])].some(([path, names]) =>
        [...names.keys()].some((item) => path !== module || item !== resource),
      );
    const taken = Object.entries(attributes).filter(([name]) => isTaken(name));
    if (taken.length === 0) return [];
    const affected = affectedBy(taken.map(([name]) => name));
    return [{ address, attributes: Object.fromEntries(taken), affected }];
  });
}

function isIgnored(evaluation: Evaluation, { address, path }: Impact): boolean {
  const ignored = ignoredPaths(evaluation, address);
  return ignored === 'all' || ignored.some((each) => startsWith(path, each));
}

/**
 * Removes followers that already have their new value, e.g. if a launch template's group was moved
 * to the new version as well.
 */
export function yetToFollow(
  followers: readonly Follower[],
  settled: readonly SettledField[],
): readonly Follower[] {
  const inCode = settled.filter(({ judgment }) => judgment === 'in-code');
  return followers.filter(
    ({ address, path }) =>
      !inCode.some((field) => field.address === address && startsWith(path, field.path)),
  );
}

/**
 * Adds to each patch a note on what else the next apply changes, because the patched resource has
 * newer values.
 */
export function withFollowers(
  each: PatchedIntent,
  followers: readonly Follower[],
  addressOf: (drift: string) => string | undefined,
): PatchedIntent {
  const { patch } = each;
  const about = new Set(patch.drifts.map(addressOf));
  const notes = followers.filter(({ of }) => about.has(of)).map(followerNote);
  if (notes.length === 0) return each;
  const verification = { ...patch.verification, notes: [...patch.verification.notes, ...notes] };
  return { ...each, patch: { ...patch, verification } };
}

function followerNote({ address, path, of, attributes }: Follower): string {
  const field = displayText(formatPath(path), 120);
  return `The next apply will change ${field} of ${address}: it follows ${attributes.join(' and ')} of ${of}, which has a newer version in the cloud.`;
}

/**
 * Attributes that the cloud sets and that differ from the state, such as the latest version of a
 * launch template, or the default one where the code leaves it open; code that refers to them gets
 * the new values. If a resource was read back, the provider's value is used, otherwise that of the
 * log.
 */
function movedOn(
  { index, input }: Pick<Stage, 'index' | 'input'>,
  effects: readonly Effect[],
  live: LiveState | undefined,
): KnownAttributes {
  const hint = schemaHints(input.providers.schema);
  const isOfCloud = (type: string, path: AttributePath): boolean =>
    hint(type, path)?.computedOnly === true ||
    latestVersionAttribute(type, String(path[0])) !== undefined;
  const found = new Map<string, JsonObject>();
  const note = (address: string, name: string, value: Json): void => {
    const managed = index.get(address);
    if (managed === undefined || !isOfCloud(managed.type, [name])) return;
    const before = managed.attribute(name);
    const { [name]: _, ...others } = found.get(address) ?? {};
    const isSame = before === undefined || value === null || sameJson(before, value);
    found.set(address, isSame ? others : { ...others, [name]: value });
  };
  const estate = createStateEstate(index, () => false);
  const isMove = ({ resource, change }: Effect): boolean =>
    isPlainValue(change) && isOfCloud(resource.type, change.path);
  for (const { resource, change } of inFoldOrder(effects.filter(isMove))) {
    const address = estate.find(resource)?.address;
    if (address === undefined || live?.resources.has(address) === true) continue;
    if (change.kind !== 'set' || change.value.kind !== 'known') continue;
    note(address, String(change.path[0]), change.value.value);
  }
  for (const [address, { resource }] of live?.resources ?? []) {
    if (resource.kind !== 'changed') continue;
    const secret = new Set(resource.secrets.map(({ path: [name] }) => name));
    for (const [name, value] of Object.entries(resource.attributes)) {
      if (!secret.has(name)) note(address, name, value);
    }
  }
  return new Map([...found].filter(([, attributes]) => Object.keys(attributes).length > 0));
}

function isPlainValue(change: Change): change is Extract<Change, { readonly kind: 'set' }> {
  return change.kind === 'set' && change.path.length === 1 && change.value.kind === 'known';
}
