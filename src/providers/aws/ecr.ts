import { refByName } from '../catalog/naming.ts';
import { bool, jsonField, response } from '../catalog/sources.ts';
import { aws } from './aws.ts';

const repository = 'aws_ecr_repository';
const lifecycle = 'aws_ecr_lifecycle_policy';
const policy = 'aws_ecr_repository_policy';

const repositoryRef = refByName(repository, 'repositoryName', ['ecr', 'repository/']);
const parent = { type: repository, keys: repositoryRef };
const scanning = 'image_scanning_configuration.0.scan_on_push';

export const ecrEntries = aws('ecr.amazonaws.com', [
  {
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
  },
  {
    type: lifecycle,
    identity: [{ repository: 'repositoryName' }],
    fields: { repository: 'repositoryName', policy: jsonField('lifecyclePolicyText') },
    importId: 'repositoryName',
    parent,
    calls: {
      PutLifecyclePolicy: 'put',
      DeleteLifecyclePolicy: 'delete',
    },
  },
  {
    type: policy,
    identity: [{ repository: 'repositoryName' }],
    fields: { repository: 'repositoryName', policy: jsonField('policyText') },
    importId: 'repositoryName',
    parent,
    calls: {
      SetRepositoryPolicy: 'put',
      DeleteRepositoryPolicy: 'delete',
    },
  },
  {
    type: 'aws_ecr_registry_policy',
    identity: [{ registry_id: response('registryId') }, { id: response('registryId') }],
    fields: { policy: jsonField('policyText') },
    importId: response('registryId'),
    calls: {
      PutRegistryPolicy: 'put',
    },
  },
  {
    ignores: [
      'BatchDeleteImage',
      'CompleteLayerUpload',
      'InitiateLayerUpload',
      'PutImage',
      'StartImageScan',
      'StartLifecyclePolicyPreview',
      'UploadLayerPart',
    ],
  },
]);
