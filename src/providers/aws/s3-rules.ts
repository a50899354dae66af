import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { toTextSet } from '../catalog/convert.ts';
import { type PossibleAttributes, withoutDefaults } from '../catalog/creation.ts';
import { boolAt, member, numberAt, requestAt, textAt } from '../catalog/request.ts';
import type { CatalogMember } from '../catalog/sources.ts';
import { built } from '../catalog/sources.ts';
import { tagMap } from '../catalog/tags.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { bucketPart, presentItems, xmlItems, xmlTexts } from './s3-part.ts';

/** A list with one block, or null if the block is empty. */
export function block(attributes: PossibleAttributes): Json {
  const rest = withoutDefaults(attributes);
  return Object.keys(rest).length === 0 ? null : [rest];
}

/** S3 writes dates as days or with milliseconds; Terraform has whole seconds. */
function dateAt(value: Json | undefined, name: string): string | null {
  const date = textAt(value, name);
  if (date === undefined) return null;
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : date.replace(/\.000Z$/, 'Z');
}

function sizes(value: Json | undefined): PossibleAttributes {
  return {
    object_size_greater_than: numberAt(value, 'ObjectSizeGreaterThan'),
    object_size_less_than: numberAt(value, 'ObjectSizeLessThan'),
  };
}

export function tagBlock(value: Json | undefined): Json {
  return block({ key: textAt(value, 'Key'), value: textAt(value, 'Value') });
}

/** An empty filter selects everything and must still be written. */
function filter(rule: JsonObject): Json {
  const given = member(rule, 'Filter');
  if (given === undefined) return null;
  const and = member(given, 'And');
  const found = withoutDefaults({
    ...sizes(given),
    prefix: textAt(given, 'Prefix'),
    and: block({
      ...sizes(and),
      prefix: textAt(and, 'Prefix'),
      tags: tagMap(member(and, 'Tag') ?? member(and, 'Tags')),
    }),
    tag: tagBlock(member(given, 'Tag')),
  });
  return [found];
}

function lifecycleRule(rule: JsonObject): JsonObject {
  const abort = member(rule, 'AbortIncompleteMultipartUpload');
  const expiration = member(rule, 'Expiration');
  const noncurrent = member(rule, 'NoncurrentVersionExpiration');
  const marker = boolAt(expiration, 'ExpiredObjectDeleteMarker') === true;
  return withoutDefaults({
    abort_incomplete_multipart_upload: block({
      days_after_initiation: numberAt(abort, 'DaysAfterInitiation'),
    }),
    expiration: block({
      date: dateAt(expiration, 'Date'),
      days: numberAt(expiration, 'Days'),
      expired_object_delete_marker: marker ? true : null,
    }),
    filter: filter(rule),
    id: textAt(rule, 'ID'),
    noncurrent_version_expiration: block({
      newer_noncurrent_versions: numberAt(noncurrent, 'NewerNoncurrentVersions'),
      noncurrent_days: numberAt(noncurrent, 'NoncurrentDays'),
    }),
    noncurrent_version_transition: xmlItems(rule, 'NoncurrentVersionTransition').map((item) =>
      withoutDefaults({
        newer_noncurrent_versions: numberAt(item, 'NewerNoncurrentVersions'),
        noncurrent_days: numberAt(item, 'NoncurrentDays'),
        storage_class: textAt(item, 'StorageClass'),
      }),
    ),
    prefix: textAt(rule, 'Prefix'),
    status: textAt(rule, 'Status'),
    transition: xmlItems(rule, 'Transition').map((item) =>
      withoutDefaults({
        date: dateAt(item, 'Date'),
        days: numberAt(item, 'Days'),
        storage_class: textAt(item, 'StorageClass'),
      }),
    ),
  });
}

/** The argument of the bucket supports fewer settings, under other names. */
function legacyRule(rule: JsonObject): JsonObject {
  const {
    abort_incomplete_multipart_upload: abort,
    status,
    filter: filters,
    ...rest
  } = lifecycleRule(rule);
  const days = numberAt(requestAt(rule, 'AbortIncompleteMultipartUpload'), 'DaysAfterInitiation');
  const given = member(rule, 'Filter');
  const noncurrent = numberAt(rule, 'NoncurrentVersionExpiration.NoncurrentDays');
  const tags = tagMap(
    member(given, 'Tag') ?? requestAt(given, 'And.Tag') ?? requestAt(given, 'And.Tags'),
  );
  return withoutDefaults({
    ...rest,
    abort_incomplete_multipart_upload_days: abort && days,
    enabled: status === 'Enabled',
    noncurrent_version_expiration: block({ days: noncurrent }),
    noncurrent_version_transition: xmlItems(rule, 'NoncurrentVersionTransition').map((item) =>
      withoutDefaults({
        days: numberAt(item, 'NoncurrentDays'),
        storage_class: textAt(item, 'StorageClass'),
      }),
    ),
    prefix: textAt(rule, 'Prefix') ?? textAt(given, 'Prefix') ?? textAt(given, 'And.Prefix'),
    tags,
  });
}

function rulesOf(read: (rule: JsonObject) => JsonObject): CatalogMember {
  return built(({ request }) =>
    presentItems(requestAt(request, 'LifecycleConfiguration'), 'Rule', read),
  );
}

const lifecycle = bucketPart({
  type: 'aws_s3_bucket_lifecycle_configuration',
  fields: {
    rule: rulesOf(lifecycleRule),
    transition_default_minimum_object_size: 'x-amz-transition-default-minimum-object-size',
  },
  defaults: { transition_default_minimum_object_size: 'all_storage_classes_128K' },
  within: {
    argument: 'lifecycle_rule',
    fields: { lifecycle_rule: rulesOf(legacyRule) },
    gone: [],
  },
  calls: {
    PutBucketLifecycle: 'put',
    PutBucketLifecycleConfiguration: 'put',
    DeleteBucketLifecycle: 'delete',
  },
});

function corsRule(item: JsonObject): JsonObject {
  const set = (name: string): Json => toTextSet(xmlTexts(item, name)) ?? [];
  return withoutDefaults({
    allowed_headers: set('AllowedHeader'),
    allowed_methods: set('AllowedMethod'),
    allowed_origins: set('AllowedOrigin'),
    expose_headers: set('ExposeHeader'),
    id: textAt(item, 'ID'),
    max_age_seconds: numberAt(item, 'MaxAgeSeconds'),
  });
}

function corsRules({ request }: AuditEvent): Json | undefined {
  const given = requestAt(request, 'CORSConfiguration') ?? requestAt(request, 'corsConfiguration');
  return presentItems(given, 'CORSRule', corsRule);
}

const cors = bucketPart({
  type: 'aws_s3_bucket_cors_configuration',
  fields: { cors_rule: built(corsRules) },
  within: { argument: 'cors_rule', fields: { cors_rule: built(corsRules) }, gone: [] },
  calls: {
    PutBucketCors: 'put',
    DeleteBucketCors: 'delete',
  },
});

export const s3RuleEntries: readonly CatalogEntry[] = [...lifecycle, ...cors];
