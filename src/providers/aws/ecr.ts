import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn } from '../catalog/arn.ts';
import {
  bool,
  creates,
  deletes,
  ignores,
  jsonField,
  response,
  tagging,
  updates,
} from '../catalog/define.ts';
import { refTo } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { puts } from '../catalog/replace.ts';
import { requireText } from '../catalog/request.ts';
import type { CatalogEntry, Estate } from '../catalog/types.ts';

const service = 'ecr.amazonaws.com';
const repository = 'aws_ecr_repository';
const lifecycle = 'aws_ecr_lifecycle_policy';
const policy = 'aws_ecr_repository_policy';

function repositoryRef(event: AuditEvent, estate: Estate): ResourceRef {
  const name = requireText(event.request, 'repositoryName');
  return localRef(event, estate, repository, { name }, arnIn(event, 'ecr', `repository/${name}`));
}

const parent = { type: repository, keys: repositoryRef };
const scanning = 'image_scanning_configuration.0.scan_on_push';

export const ecrEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateRepository'],
    type: repository,
    keys: repositoryRef,
    attributes: {
      name: 'repositoryName',
      image_tag_mutability: 'imageTagMutability',
      [scanning]: bool('imageScanningConfiguration.scanOnPush'),
      'encryption_configuration.0.encryption_type': 'encryptionConfiguration.encryptionType',
      'encryption_configuration.0.kms_key': 'encryptionConfiguration.kmsKey',
    },
    tags: 'tags',
    defaults: { image_tag_mutability: 'MUTABLE' },
    importId: 'repositoryName',
  }),
  deletes({ service, operations: ['DeleteRepository'], type: repository, keys: repositoryRef }),
  updates({
    service,
    operations: ['PutImageTagMutability'],
    type: repository,
    keys: repositoryRef,
    attributes: { image_tag_mutability: 'imageTagMutability' },
  }),
  updates({
    service,
    operations: ['PutImageScanningConfiguration'],
    type: repository,
    keys: repositoryRef,
    attributes: { [scanning]: bool('imageScanningConfiguration.scanOnPush') },
  }),
  puts({
    service,
    operations: ['PutLifecyclePolicy'],
    type: lifecycle,
    keys: [{ repository: 'repositoryName' }],
    attributes: { repository: 'repositoryName', policy: jsonField('lifecyclePolicyText') },
    importId: 'repositoryName',
    parent,
  }),
  deletes({
    service,
    operations: ['DeleteLifecyclePolicy'],
    type: lifecycle,
    keys: [{ repository: 'repositoryName' }],
  }),
  puts({
    service,
    operations: ['SetRepositoryPolicy'],
    type: policy,
    keys: [{ repository: 'repositoryName' }],
    attributes: { repository: 'repositoryName', policy: jsonField('policyText') },
    importId: 'repositoryName',
    parent,
  }),
  deletes({
    service,
    operations: ['DeleteRepositoryPolicy'],
    type: policy,
    keys: [{ repository: 'repositoryName' }],
  }),
  puts({
    service,
    operations: ['PutRegistryPolicy'],
    type: 'aws_ecr_registry_policy',
    keys: [{ registry_id: response('registryId') }, { id: response('registryId') }],
    attributes: { policy: jsonField('policyText') },
    importId: response('registryId'),
  }),
  ...tagging({
    service,
    tag: ['TagResource'],
    untag: ['UntagResource'],
    types: [repository],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: ({ request }) => refTo(repository, { arn: requireText(request, 'resourceArn') }),
  }),
  ignores(service, [
    'BatchDeleteImage',
    'CompleteLayerUpload',
    'InitiateLayerUpload',
    'PutImage',
    'StartImageScan',
    'StartLifecyclePolicyPreview',
    'UploadLayerPart',
  ]),
];
