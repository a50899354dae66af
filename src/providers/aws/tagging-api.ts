import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { isJsonObject, type Json } from '../../model/json.ts';
import { nameInArn, splitArn } from '../catalog/arn.ts';
import { refTo, unknownChange } from '../catalog/effects.ts';
import { RequestError, requestAt, textsAt } from '../catalog/request.ts';
import { hiddenTags, tagEffects, untagEffects } from '../catalog/tags.ts';
import type { CatalogEntry, DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { derivedRefOf } from '../derived/ref.ts';
import { ec2RefById } from './ec2-tags.ts';

const service = 'tagging.amazonaws.com';

/**
 * The tagging calls that take ARNs of any service. They may concern a managed resource of any type.
 */
export function taggingApiEntries(types: readonly string[]): readonly CatalogEntry[] {
  const entry = (
    operation: string,
    member: string,
    change: (ref: ResourceRef, raw: Json | undefined) => readonly DraftEffect[],
  ): CatalogEntry => ({
    service,
    operations: [operation],
    types,
    unmanaged: 'nothing that it names is in the state',
    effects: (event, estate) =>
      taggedArns(event).flatMap((arn) =>
        managedAt(arn, estate).flatMap((resource): readonly DraftEffect[] => {
          const ref = derivedRefOf(resource, estate) ?? refTo(resource.type, { arn });
          // Its tags are blocks or separate resources.
          if (!Object.hasOwn(resource.attributes, 'tags')) return [unknownChange(ref)];
          const raw = requestAt(event.request, member);
          return raw === undefined ? [hiddenTags(ref)] : change(ref, raw);
        }),
      ),
  });
  return [
    entry('TagResources', 'tags', tagEffects),
    entry('UntagResources', 'tagKeys', untagEffects),
  ];
}

/** The ARNs of a call, without those that failed according to the response. */
function taggedArns({ request, response }: AuditEvent): readonly string[] {
  const failed = requestAt(response, 'failedResourcesMap');
  const isFailed = (arn: string) => isJsonObject(failed) && Object.hasOwn(failed, arn);
  const arns = textsAt(request, 'resourceARNList');
  if (arns.length === 0) throw new RequestError('resourceARNList is missing.');
  return [...new Set(arns)].filter((arn) => !isFailed(arn)).sort();
}

/**
 * The managed resources with the ARN. If parts carry the ARN of their parent, only those with
 * `tags` count.
 */
function managedAt(arn: string, estate: Estate): readonly ManagedResource[] {
  const types = (estate.types?.() ?? []).filter((type) => type.startsWith('aws_'));
  const found = types.flatMap((type) => {
    const [byArn] = estate.where(type, 'arn', arn);
    return byArn ?? estate.where(type, 'id', arn)[0] ?? [];
  });
  const tagged = found.filter(({ attributes }) => Object.hasOwn(attributes, 'tags'));
  if (found.length > 0) return tagged.length > 0 ? tagged : found;
  const ref = splitArn(arn)?.service === 'ec2' ? ec2RefById(nameInArn(arn), estate) : undefined;
  const byId = ref && estate.find(ref);
  return byId === undefined ? [] : [byId];
}
