import { parseAddress } from '../../code/terraform/address.ts';
import { type Affected, createTakerFinder } from '../../code/terraform/config/affected/find.ts';
import type { Evaluation } from '../../code/terraform/config/types.ts';
import type { Effect } from '../../model/effect.ts';
import type { Impact } from '../../model/patch.ts';
import { formatPath, startsWith } from '../../model/path.ts';
import { compareKeys, displayText } from '../../model/text.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import { schemaHints } from '../../stages/drift/hints.ts';
import type { SettledField } from '../../stages/drift/types.ts';
import { ignoredPaths } from '../../stages/patch/terraform/ignored.ts';
import { blastRadius } from '../../stages/patch/terraform/radius.ts';
import type { IsUnordered } from '../../stages/patch/terraform/value-differences.ts';
import type { LiveState } from '../drift/read-back.ts';
import type { KnownAttributes } from '../managed/load-project.ts';
import type { Stage } from '../stages.ts';
import { movedOn } from './moved-on.ts';

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
