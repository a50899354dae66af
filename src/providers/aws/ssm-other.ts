import { omittedEffect, refTo } from '../catalog/effects.ts';
import { requireText } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, response, set } from '../catalog/sources.ts';
import { aws } from './aws.ts';
import { ssmService } from './ssm.ts';

const document = 'aws_ssm_document';
const association = 'aws_ssm_association';
const window = 'aws_ssm_maintenance_window';
const baseline = 'aws_ssm_patch_baseline';

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

export const ssmOtherEntries = aws(ssmService, [
  {
    type: document,
    identity: [{ name: 'name' }],
    fields: {
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
    calls: {
      CreateDocument: 'create',
      DeleteDocument: 'delete',
      UpdateDocumentDefaultVersion: {
        special: ({ request }) => [
          omittedEffect(refTo(document, { name: requireText(request, 'name') }), ['content']),
        ],
      },
    },
  },
  {
    type: association,
    identity: [{ association_id: 'associationId' }],
    created: [{ association_id: response('associationDescription.associationId') }],
    fixed: { name: 'name' },
    fields: associationAttributes,
    tags: 'tags',
    importId: response('associationDescription.associationId'),
    calls: {
      CreateAssociation: 'create',
      UpdateAssociation: 'patch',
      DeleteAssociation: 'delete',
    },
  },
  {
    type: window,
    identity: [{ id: 'windowId' }],
    created: [{ id: response('windowId') }],
    fields: windowAttributes,
    tags: 'tags',
    defaults: { allow_unassociated_targets: false },
    importId: response('windowId'),
    calls: {
      CreateMaintenanceWindow: 'create',
      UpdateMaintenanceWindow: { set: { ...windowAttributes, enabled: bool('enabled') } },
      DeleteMaintenanceWindow: 'delete',
    },
  },
  {
    type: baseline,
    identity: [{ id: 'baselineId' }],
    fields: {
      approved_patches: set('approvedPatches'),
      approved_patches_compliance_level: 'approvedPatchesComplianceLevel',
      approved_patches_enable_non_security: bool('approvedPatchesEnableNonSecurity'),
      description: 'description',
      name: 'name',
      rejected_patches: set('rejectedPatches'),
      rejected_patches_action: 'rejectedPatchesAction',
    },
    calls: {
      UpdatePatchBaseline: 'patch',
      DeletePatchBaseline: 'delete',
    },
  },
  { ignores: ['UpdateDocument', 'UpdateDocumentMetadata'] },
]);
