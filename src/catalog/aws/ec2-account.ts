import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { creates, deletes, response, text, updates } from '../define.ts';
import { refTo, setEffect } from '../effects.ts';
import { liesElsewhere } from '../naming.ts';
import { textAt } from '../request.ts';
import type { CatalogEntry, Estate } from '../types.ts';
import { ec2Service as service } from './ec2.ts';

/** Types whose ARNs tell in which account and region a configuration is. */
const placed = ['aws_vpc', 'aws_subnet', 'aws_security_group', 'aws_ebs_volume', 'aws_kms_key'];

/**
 * The switch of the account in the region of the event. Some are named for the region, others have
 * an id that says nothing: the only one of a configuration is meant, if that is seen to be there.
 */
function switchRef(event: AuditEvent, estate: Estate, type: string): ResourceRef {
  const ref = refTo(type, { id: event.region });
  const [only, ...others] = estate.ofType(type);
  if (estate.find(ref) !== undefined || only === undefined || others.length > 0) return ref;
  const isHere = placed.some((other) =>
    estate.ofType(other).some((resource) => !liesElsewhere(resource, event)),
  );
  return isHere ? refTo(type, { id: textAt(only.attributes, 'id') }) : ref;
}

/** A switch of the account in one region. */
function toggle(type: string, on: string, off: string): readonly CatalogEntry[] {
  return [on, off].map((operation) => ({
    service,
    operations: [operation],
    types: [type],
    effects: (event, estate) => [
      setEffect(switchRef(event, estate, type), ['enabled'], operation === on),
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
