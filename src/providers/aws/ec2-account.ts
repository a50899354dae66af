import {
  creates,
  deletes,
  type Naming,
  number,
  response,
  textField,
  updates,
} from '../catalog/define.ts';
import { setEffect } from '../catalog/effects.ts';
import { singletonRef } from '../catalog/singletons.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { ec2Service as service } from './ec2.ts';

/** A switch of the account in one region. */
function toggle(type: string, on: string, off: string): readonly CatalogEntry[] {
  return [on, off].map((operation) => ({
    service,
    operations: [operation],
    types: [type],
    effects: (event, estate) => [
      setEffect(singletonRef(event, estate, type), ['enabled'], operation === on),
    ],
  }));
}

/** The setting of the account in the region of the event. */
function settingOf(type: string): Naming {
  return (event, estate) => singletonRef(event, estate, type);
}

/** A block on what may be made public, in one of several strengths. */
function blocking(type: string, on: string, member: string, off: string): readonly CatalogEntry[] {
  const keys = settingOf(type);
  return [
    updates({ service, operations: [on], type, keys, attributes: { state: member } }),
    {
      service,
      operations: [off],
      types: [type],
      effects: (event, estate) => [setEffect(keys(event, estate), ['state'], 'unblocked')],
    },
  ];
}

const metadataDefaults = 'aws_ec2_instance_metadata_defaults';
const vpcBlock = 'aws_vpc_block_public_access_options';
const defaultKey = 'aws_ebs_default_kms_key';

/** Key pairs, and settings of the account in a region. */
export const ec2AccountEntries: readonly CatalogEntry[] = [
  ...toggle(
    'aws_ec2_serial_console_access',
    'EnableSerialConsoleAccess',
    'DisableSerialConsoleAccess',
  ),
  ...toggle(
    'aws_ebs_encryption_by_default',
    'EnableEbsEncryptionByDefault',
    'DisableEbsEncryptionByDefault',
  ),
  ...blocking(
    'aws_ec2_image_block_public_access',
    'EnableImageBlockPublicAccess',
    'imageBlockPublicAccessState',
    'DisableImageBlockPublicAccess',
  ),
  ...blocking(
    'aws_ebs_snapshot_block_public_access',
    'EnableSnapshotBlockPublicAccess',
    'state',
    'DisableSnapshotBlockPublicAccess',
  ),
  updates({
    service,
    operations: ['ModifyInstanceMetadataDefaults'],
    type: metadataDefaults,
    keys: settingOf(metadataDefaults),
    attributes: {
      http_endpoint: 'httpEndpoint',
      http_put_response_hop_limit: number('httpPutResponseHopLimit'),
      http_tokens: 'httpTokens',
      instance_metadata_tags: 'instanceMetadataTags',
    },
  }),
  updates({
    service,
    operations: ['ModifyVpcBlockPublicAccessOptions'],
    type: vpcBlock,
    keys: settingOf(vpcBlock),
    attributes: { internet_gateway_block_mode: 'internetGatewayBlockMode' },
  }),
  updates({
    service,
    operations: ['ModifyEbsDefaultKmsKeyId'],
    type: defaultKey,
    keys: settingOf(defaultKey),
    attributes: { key_arn: textField(response('kmsKeyId')) },
  }),
  // What is left is the key that AWS made: that is what having no such setting means.
  deletes({
    service,
    operations: ['ResetEbsDefaultKmsKeyId'],
    type: defaultKey,
    keys: settingOf(defaultKey),
  }),
  creates({
    service,
    operations: ['CreateKeyPair', 'ImportKeyPair'],
    type: 'aws_key_pair',
    keys: [{ key_name: 'keyName' }, { key_pair_id: response('keyPairId') }],
    attributes: { key_name: 'keyName' },
    importId: 'keyName',
  }),
  deletes({
    service,
    operations: ['DeleteKeyPair'],
    type: 'aws_key_pair',
    keys: [{ key_name: 'keyName' }, { key_pair_id: 'keyPairId' }],
  }),
];
