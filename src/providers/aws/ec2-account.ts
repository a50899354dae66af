import type { Naming } from '../catalog/identity.ts';
import { singletonRef } from '../catalog/singletons.ts';
import { number, response, textField } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service } from './ec2.ts';

/** Names the account's setting in the region of the event. */
function settingOf(type: string): Naming {
  return (event, estate) => singletonRef(event, estate, type);
}

/** The entries of a switch that an account has in each region. */
function toggle(type: string, on: string, off: string): readonly CatalogEntry[] {
  return aws(service, [
    {
      type,
      identity: settingOf(type),
      calls: { [on]: { to: { enabled: true } }, [off]: { to: { enabled: false } } },
    },
  ]);
}

/** A block on public sharing, whose `state` gives how strict it is. */
function blocking(type: string, on: string, member: string, off: string): readonly CatalogEntry[] {
  return aws(service, [
    {
      type,
      identity: settingOf(type),
      fields: { state: member },
      calls: { [on]: 'patch', [off]: { to: { state: 'unblocked' } } },
    },
  ]);
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
  ...aws(service, [
    {
      type: metadataDefaults,
      identity: settingOf(metadataDefaults),
      fields: {
        http_endpoint: 'httpEndpoint',
        http_put_response_hop_limit: number('httpPutResponseHopLimit'),
        http_tokens: 'httpTokens',
        instance_metadata_tags: 'instanceMetadataTags',
      },
      calls: {
        ModifyInstanceMetadataDefaults: 'patch',
      },
    },
    {
      type: vpcBlock,
      identity: settingOf(vpcBlock),
      fields: { internet_gateway_block_mode: 'internetGatewayBlockMode' },
      calls: {
        ModifyVpcBlockPublicAccessOptions: 'patch',
      },
    },
    {
      type: defaultKey,
      identity: settingOf(defaultKey),
      fields: { key_arn: textField(response('kmsKeyId')) },
      calls: {
        ModifyEbsDefaultKmsKeyId: 'patch',
        // After a reset the key that AWS manages applies, which is the same as having no such
        // resource.
        ResetEbsDefaultKmsKeyId: 'delete',
      },
    },
    {
      type: 'aws_key_pair',
      identity: [{ key_name: 'keyName' }, { key_pair_id: 'keyPairId' }],
      created: [{ key_name: 'keyName' }, { key_pair_id: response('keyPairId') }],
      fields: { key_name: 'keyName' },
      importId: 'keyName',
      calls: {
        CreateKeyPair: 'create',
        ImportKeyPair: 'create',
        DeleteKeyPair: 'delete',
      },
    },
  ]),
];
