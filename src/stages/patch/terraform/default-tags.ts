import { identical } from '../../../code/hcl/eval/compare.ts';
import type { Value } from '../../../code/hcl/eval/value.ts';
import { lineColumn } from '../../../code/hcl/syntax/diagnostics.ts';
import type { DefaultTag, Evaluation } from '../../../code/terraform/config/types.ts';
import type { Refusal } from '../../../model/patch.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { ProviderSchema } from '../../../providers/schema/types.ts';
import type { Goal, ValueGoal } from '../types.ts';
import { traceStart } from './trace/context.ts';
import { valueSites } from './trace/value.ts';
import type { Site } from './types.ts';

/**
 * True for types whose resources get the provider's `default_tags`: those with `tags_all`.
 * Source: https://registry.terraform.io/providers/hashicorp/aws/latest/docs#default_tags
 */
export function takesDefaultTags(schema: ProviderSchema, type: string): boolean {
  const attributes = schema.resource(type)?.attributes;
  return attributes?.has('tags') === true && attributes.has('tags_all');
}

/** The provider's default tag at a path; undefined if the resource sets the tag itself. */
export function defaultTag(
  evaluation: Evaluation,
  address: string,
  path: AttributePath,
): DefaultTag | undefined {
  const [first, key, ...rest] = path;
  if (first !== 'tags' || typeof key !== 'string' || rest.length > 0) return undefined;
  if (evaluation.valueAt(address, path) !== undefined) return undefined;
  return evaluation.defaultTags(address).get(key);
}

/** Paths of tags that differ between two evaluations because of the provider's default tags. */
export function defaultTagDifferences(
  before: Evaluation,
  after: Evaluation,
  address: string,
): readonly AttributePath[] {
  const old = before.defaultTags(address);
  const now = after.defaultTags(address);
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort();
  return keys
    .map((key) => ['tags', key] as const)
    .filter((path) => {
      const [, key] = path;
      return !sameValue(
        before.valueAt(address, path) ?? old.get(key)?.value,
        after.valueAt(address, path) ?? now.get(key)?.value,
      );
    });
}

function sameValue(old: Value | undefined, now: Value | undefined): boolean {
  return old === now || (old !== undefined && now !== undefined && identical(old, now));
}

/**
 * Puts the provider's configuration of a tag before the other sites: changing the tag there is
 * right if all resources of that provider drifted. An override in the resource's own tags comes
 * after it.
 */
export function* withDefaultTagSites(
  sites: Iterable<Site>,
  goal: ValueGoal,
  evaluation: Evaluation,
): Generator<Site> {
  const tag = defaultTag(evaluation, goal.address, goal.path);
  if (tag !== undefined) {
    const { expr, scope, key } = tag;
    const use = traceStart(evaluation, expr, scope, 'default_tags');
    yield* valueSites({ ...use, rest: [key] }, goal.value);
  }
  yield* sites;
}

/** A tag that the provider adds to all its resources cannot be removed from one of them. */
export function defaultTagRefusal(goal: Goal, evaluation: Evaluation): Refusal | undefined {
  if (goal.kind !== 'value' || goal.value !== null) return undefined;
  const tag = defaultTag(evaluation, goal.address, goal.path);
  if (tag === undefined) return undefined;
  const { file, expr } = tag;
  const { line } = lineColumn(file.text, expr.start);
  const key = JSON.stringify(tag.key);
  return {
    code: 'default-tag',
    reason: `The tag ${key} of ${goal.address} comes from default_tags of its provider, which a single resource cannot opt out of.`,
    suggestion: `Remove ${key} from default_tags and give it to the resources that keep it, or give this one a provider without it.`,
    nearest: { file: file.path, line },
  };
}
