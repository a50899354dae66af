import { creates, deletes, response, text, updates } from '../define.ts';
import { refTo, setEffect } from '../effects.ts';
import type { CatalogEntry } from '../types.ts';
import { ec2Service as service } from './ec2.ts';

/** A switch of the account in one region; the resource is named for the region. */
function toggle(type: string, on: string, off: string): readonly CatalogEntry[] {
  return [on, off].map((operation) => ({
    service,
    operations: [operation],
    types: [type],
    effects: ({ region }) => [
      setEffect(refTo(type, { id: region }), ['enabled'], operation === on),
    ],
  }));
}

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
  updates({
    service,
    operations: ['ModifyEbsDefaultKmsKeyId'],
    type: 'aws_ebs_default_kms_key',
    keys: [
      { id: response('kmsKeyId') },
      { key_arn: response('kmsKeyId') },
      { key_arn: 'kmsKeyId' },
    ],
    attributes: { key_arn: text(response('kmsKeyId')) },
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
