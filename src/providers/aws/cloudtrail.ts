import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn, splitArn } from '../catalog/arn.ts';
import { refTo } from '../catalog/effects.ts';
import { ignores } from '../catalog/ignores.ts';
import { localRef } from '../catalog/naming.ts';
import { requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, response, textField } from '../catalog/sources.ts';
import type { CatalogEntry, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { insightSelectors, selectors } from './cloudtrail-selectors.ts';

const service = 'cloudtrail.amazonaws.com';
const trail = 'aws_cloudtrail';

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

export const cloudtrailEntries: readonly CatalogEntry[] = [
  ...aws({
    service,
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
    },
  }),
  ...aws({
    service,
    type: trail,
    identity: (event, estate) => trailAt(event, estate, 'trailName'),
    fields: selectors,
    resets: { advanced_event_selector: [], event_selector: [] },
    neverEmpty: true,
    calls: {
      PutEventSelectors: 'replace',
      PutInsightSelectors: { set: insightSelectors },
    },
  }),
  ...aws({
    service,
    type: trail,
    identity: ({ request }) => {
      const arn = requireText(request, 'resourceId');
      return arn.includes(':trail/') ? refTo(trail, { arn }) : undefined;
    },
    fields: {},
    calls: { AddTags: { tag: 'tagsList' }, RemoveTags: { untag: 'tagsList' } },
  }),
  // Channels through which other services receive copies of events.
  ignores(service, [
    'CreateServiceLinkedChannel',
    'DeleteServiceLinkedChannel',
    'UpdateServiceLinkedChannel',
  ]),
];
