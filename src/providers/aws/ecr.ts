import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn } from '../catalog/arn.ts';
import { ignores } from '../catalog/ignores.ts';
import { localRef } from '../catalog/naming.ts';
import { requireText } from '../catalog/request.ts';
import { bool, jsonField, response } from '../catalog/sources.ts';
import type { CatalogEntry, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

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
  ...aws({
    service,
    type: repository,
    identity: repositoryRef,
    fields: {
      name: 'repositoryName',
      image_tag_mutability: 'imageTagMutability',
      [scanning]: bool('imageScanningConfiguration.scanOnPush'),
      'encryption_configuration.0.encryption_type': 'encryptionConfiguration.encryptionType',
      'encryption_configuration.0.kms_key': 'encryptionConfiguration.kmsKey',
    },
    tags: 'tags',
    defaults: { image_tag_mutability: 'MUTABLE' },
    importId: 'repositoryName',
    calls: {
      CreateRepository: 'create',
      DeleteRepository: 'delete',
      PutImageTagMutability: { set: { image_tag_mutability: 'imageTagMutability' } },
      PutImageScanningConfiguration: {
        set: { [scanning]: bool('imageScanningConfiguration.scanOnPush') },
      },
      TagResource: { tag: 'tags', by: [{ arn: 'resourceArn' }] },
      UntagResource: { untag: 'tagKeys', by: [{ arn: 'resourceArn' }] },
    },
  }),
  ...aws({
    service,
    type: lifecycle,
    identity: [{ repository: 'repositoryName' }],
    fields: { repository: 'repositoryName', policy: jsonField('lifecyclePolicyText') },
    importId: 'repositoryName',
    parent,
    calls: {
      PutLifecyclePolicy: 'put',
      DeleteLifecyclePolicy: 'delete',
    },
  }),
  ...aws({
    service,
    type: policy,
    identity: [{ repository: 'repositoryName' }],
    fields: { repository: 'repositoryName', policy: jsonField('policyText') },
    importId: 'repositoryName',
    parent,
    calls: {
      SetRepositoryPolicy: 'put',
      DeleteRepositoryPolicy: 'delete',
    },
  }),
  ...aws({
    service,
    type: 'aws_ecr_registry_policy',
    identity: [{ registry_id: response('registryId') }, { id: response('registryId') }],
    fields: { policy: jsonField('policyText') },
    importId: response('registryId'),
    calls: {
      PutRegistryPolicy: 'put',
    },
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
