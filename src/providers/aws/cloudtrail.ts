import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { arnIn, splitArn } from '../catalog/arn.ts';
import { elementAttributes } from '../catalog/blocks.ts';
import { refTo } from '../catalog/effects.ts';
import { localRef, refByArn } from '../catalog/naming.ts';
import { items, objectsAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import {
  bool,
  built,
  type CatalogAttributes,
  list,
  response,
  set,
  textField,
  via,
} from '../catalog/sources.ts';
import type { Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

const dataResource: CatalogAttributes = { type: 'type', values: list('values') };

const fieldSelector: CatalogAttributes = {
  field: 'field',
  equals: list('equals'),
  not_equals: list('notEquals'),
  starts_with: list('startsWith'),
  not_starts_with: list('notStartsWith'),
  ends_with: list('endsWith'),
  not_ends_with: list('notEndsWith'),
};

/** Undefined if the call has no selectors of either kind, which the API does not allow. */
function basicSelectors(event: AuditEvent): Json | undefined {
  const basic = objectsAt(event.request, 'eventSelectors').map((one) => basicBlock(event, one));
  const isDefault = basic.length === 1 && basic.every(isDefaultBlock);
  return hasSelectors(event) ? (isDefault ? [] : basic) : undefined;
}

function advancedSelectors(event: AuditEvent): Json | undefined {
  const advanced = objectsAt(event.request, 'advancedEventSelectors').map((one) => ({
    ...named(textAt(one, 'name')),
    field_selector: objectsAt(one, 'fieldSelectors').map((field) =>
      withoutEmpty(elementAttributes(event, field, fieldSelector)),
    ),
  }));
  return hasSelectors(event) ? advanced : undefined;
}

function hasSelectors({ request }: AuditEvent): boolean {
  return ['eventSelectors', 'advancedEventSelectors'].some(
    (name) => requestAt(request, name) !== undefined,
  );
}

/**
 * What a trail records. The call replaces all selectors, of both kinds. The default of a new trail
 * (all management events and nothing else) is written as no block.
 * See docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_PutEventSelectors.html
 */
const selectors: CatalogAttributes = {
  advanced_event_selector: built(advancedSelectors),
  event_selector: built(basicSelectors),
};

const insightSelectors: CatalogAttributes = {
  insight_selector: via('insightSelectors', (value) =>
    items(value).flatMap((one) => {
      const type = requestAt(one, 'insightType');
      return type === undefined ? [] : [{ insight_type: type }];
    }),
  ),
};

/** Members that the selector leaves out have the defaults of a new trail. */
function basicBlock(event: AuditEvent, selector: JsonObject): JsonObject {
  const resources = objectsAt(selector, 'dataResources');
  const excluded = elementAttributes(event, selector, {
    exclude_management_event_sources: set('excludeManagementEventSources'),
  });
  const management = elementAttributes(event, selector, {
    include_management_events: bool('includeManagementEvents'),
  });
  return {
    read_write_type: textAt(selector, 'readWriteType') ?? 'All',
    include_management_events: management['include_management_events'] ?? true,
    ...withoutEmpty(excluded),
    ...(resources.length === 0
      ? {}
      : { data_resource: resources.map((one) => elementAttributes(event, one, dataResource)) }),
  };
}

function isDefaultBlock(block: JsonObject): boolean {
  const { read_write_type: kind, include_management_events: management, ...more } = block;
  return kind === 'All' && management === true && Object.keys(more).length === 0;
}

function named(name: string | undefined): JsonObject {
  return name === undefined ? {} : { name };
}

function withoutEmpty(values: JsonObject): JsonObject {
  const isEmpty = (value: Json) => Array.isArray(value) && value.length === 0;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

const trail = 'aws_cloudtrail';
const tagged = refByArn('resourceId', { ':trail/': trail });

const trailRef = (event: AuditEvent, estate: Estate): ResourceRef => trailAt(event, estate, 'name');

/** Calls give a trail's name, or its ARN if it is in another region or account. */
function trailAt(event: AuditEvent, estate: Estate, member: string): ResourceRef {
  const name = requireText(event.request, member);
  if (splitArn(name) !== undefined) return refTo(trail, { arn: name });
  return localRef(event, estate, trail, { name }, arnIn(event, 'cloudtrail', `trail/${name}`));
}

/** Callers may give an alias or an id. The response has the ARN, as Terraform does. */
function keyArn({ request, response }: AuditEvent): string | undefined {
  const given = textAt(request, 'kmsKeyId');
  return given === undefined || given === '' ? given : (textAt(response, 'kmsKeyId') ?? given);
}

const attributes: CatalogAttributes = {
  s3_bucket_name: 's3BucketName',
  s3_key_prefix: 's3KeyPrefix',
  sns_topic_name: 'snsTopicName',
  include_global_service_events: bool('includeGlobalServiceEvents'),
  is_multi_region_trail: bool('isMultiRegionTrail'),
  is_organization_trail: bool('isOrganizationTrail'),
  enable_log_file_validation: bool('enableLogFileValidation'),
  cloud_watch_logs_group_arn: 'cloudWatchLogsLogGroupArn',
  cloud_watch_logs_role_arn: 'cloudWatchLogsRoleArn',
  kms_key_id: textField(keyArn),
};

export const cloudtrailEntries = aws('cloudtrail.amazonaws.com', [
  {
    type: trail,
    identity: trailRef,
    fixed: { name: 'name' },
    fields: attributes,
    tags: 'tagsList',
    constants: { enable_logging: false },
    defaults: {
      include_global_service_events: true,
      is_multi_region_trail: false,
      is_organization_trail: false,
      enable_log_file_validation: false,
    },
    importId: response('trailARN'),
    calls: {
      CreateTrail: 'create',
      UpdateTrail: 'patch',
      StartLogging: { to: { enable_logging: true } },
      StopLogging: { to: { enable_logging: false } },
      DeleteTrail: 'delete',
      AddTags: { tag: 'tagsList', by: tagged },
      RemoveTags: { untag: 'tagsList', by: tagged },
    },
  },
  {
    type: trail,
    identity: (event, estate) => trailAt(event, estate, 'trailName'),
    fields: selectors,
    resets: { advanced_event_selector: [], event_selector: [] },
    neverEmpty: true,
    calls: {
      PutEventSelectors: 'replace',
      PutInsightSelectors: { set: insightSelectors },
    },
  },
  // Channels through which other services receive copies of events.
  {
    ignores: [
      'CreateServiceLinkedChannel',
      'DeleteServiceLinkedChannel',
      'UpdateServiceLinkedChannel',
    ],
  },
]);
