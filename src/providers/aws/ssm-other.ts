import type { CatalogAttributes } from '../catalog/define.ts';
import {
  bool,
  creates,
  deletes,
  ignores,
  number,
  response,
  set,
  updates,
} from '../catalog/define.ts';
import { effect, refTo } from '../catalog/effects.ts';
import { requireText } from '../catalog/request.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { ssmService } from './ssm.ts';

const document = 'aws_ssm_document';
const association = 'aws_ssm_association';
const window = 'aws_ssm_maintenance_window';
const baseline = 'aws_ssm_patch_baseline';

const documentEntries: readonly CatalogEntry[] = [
  creates({
    service: ssmService,
    operations: ['CreateDocument'],
    type: document,
    keys: [{ name: 'name' }],
    attributes: {
      name: 'name',
      content: 'content',
      document_format: 'documentFormat',
      document_type: 'documentType',
      target_type: 'targetType',
      version_name: 'versionName',
    },
    tags: 'tags',
    defaults: { document_format: 'JSON' },
    importId: 'name',
  }),
  {
    // What counts is the default version; its content is in the call that made that version.
    service: ssmService,
    operations: ['UpdateDocumentDefaultVersion'],
    types: [document],
    effects: ({ request }) => [
      effect(refTo(document, { name: requireText(request, 'name') }), {
        kind: 'set',
        path: ['content'],
        value: { kind: 'omitted' },
      }),
    ],
  },
  deletes({
    service: ssmService,
    operations: ['DeleteDocument'],
    type: document,
    keys: [{ name: 'name' }],
  }),
  ignores(ssmService, ['UpdateDocument', 'UpdateDocumentMetadata']),
];

const associationAttributes: CatalogAttributes = {
  apply_only_at_cron_interval: bool('applyOnlyAtCronInterval'),
  association_name: 'associationName',
  automation_target_parameter_name: 'automationTargetParameterName',
  compliance_severity: 'complianceSeverity',
  document_version: 'documentVersion',
  max_concurrency: 'maxConcurrency',
  max_errors: 'maxErrors',
  schedule_expression: 'scheduleExpression',
  sync_compliance: 'syncCompliance',
  'output_location.0.s3_bucket_name': 'outputLocation.s3Location.outputS3BucketName',
  'output_location.0.s3_key_prefix': 'outputLocation.s3Location.outputS3KeyPrefix',
  'output_location.0.s3_region': 'outputLocation.s3Location.outputS3Region',
};

const associationEntries: readonly CatalogEntry[] = [
  creates({
    service: ssmService,
    operations: ['CreateAssociation'],
    type: association,
    keys: [{ association_id: response('associationDescription.associationId') }],
    attributes: { name: 'name', ...associationAttributes },
    tags: 'tags',
    importId: response('associationDescription.associationId'),
  }),
  updates({
    service: ssmService,
    operations: ['UpdateAssociation'],
    type: association,
    keys: [{ association_id: 'associationId' }],
    attributes: associationAttributes,
  }),
  deletes({
    service: ssmService,
    operations: ['DeleteAssociation'],
    type: association,
    keys: [{ association_id: 'associationId' }],
  }),
];

const windowAttributes: CatalogAttributes = {
  allow_unassociated_targets: bool('allowUnassociatedTargets'),
  cutoff: number('cutoff'),
  description: 'description',
  duration: number('duration'),
  end_date: 'endDate',
  name: 'name',
  schedule: 'schedule',
  schedule_offset: number('scheduleOffset'),
  schedule_timezone: 'scheduleTimezone',
  start_date: 'startDate',
};

const windowEntries: readonly CatalogEntry[] = [
  creates({
    service: ssmService,
    operations: ['CreateMaintenanceWindow'],
    type: window,
    keys: [{ id: response('windowId') }],
    attributes: windowAttributes,
    tags: 'tags',
    defaults: { allow_unassociated_targets: false },
    importId: response('windowId'),
  }),
  updates({
    service: ssmService,
    operations: ['UpdateMaintenanceWindow'],
    type: window,
    keys: [{ id: 'windowId' }],
    attributes: { ...windowAttributes, enabled: bool('enabled') },
  }),
  deletes({
    service: ssmService,
    operations: ['DeleteMaintenanceWindow'],
    type: window,
    keys: [{ id: 'windowId' }],
  }),
];

const baselineEntries: readonly CatalogEntry[] = [
  updates({
    service: ssmService,
    operations: ['UpdatePatchBaseline'],
    type: baseline,
    keys: [{ id: 'baselineId' }],
    attributes: {
      approved_patches: set('approvedPatches'),
      approved_patches_compliance_level: 'approvedPatchesComplianceLevel',
      approved_patches_enable_non_security: bool('approvedPatchesEnableNonSecurity'),
      description: 'description',
      name: 'name',
      rejected_patches: set('rejectedPatches'),
      rejected_patches_action: 'rejectedPatchesAction',
    },
  }),
  deletes({
    service: ssmService,
    operations: ['DeletePatchBaseline'],
    type: baseline,
    keys: [{ id: 'baselineId' }],
  }),
];

export const ssmOtherEntries: readonly CatalogEntry[] = [
  ...documentEntries,
  ...associationEntries,
  ...windowEntries,
  ...baselineEntries,
];
