import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn } from '../catalog/arn.ts';
import { refTo } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { requireText } from '../catalog/request.ts';
import { jsonField, number } from '../catalog/sources.ts';
import type { CatalogEntry, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

const service = 'backup.amazonaws.com';
const vault = 'aws_backup_vault';
const policy = 'aws_backup_vault_policy';
const lock = 'aws_backup_vault_lock_configuration';
const named = [{ backup_vault_name: 'backupVaultName' }] as const;

function vaultRef(event: AuditEvent, estate: Estate): ResourceRef {
  const name = requireText(event.request, 'backupVaultName');
  return localRef(event, estate, vault, { name }, arnIn(event, 'backup', `backup-vault:${name}`));
}

const parent = { type: vault, keys: vaultRef };

export const backupEntries: readonly CatalogEntry[] = [
  ...aws({
    service,
    type: vault,
    identity: vaultRef,
    fields: { name: 'backupVaultName', kms_key_arn: 'encryptionKeyArn' },
    tags: 'backupVaultTags',
    importId: 'backupVaultName',
    calls: {
      CreateBackupVault: 'create',
      DeleteBackupVault: 'delete',
    },
  }),
  ...aws({
    service,
    type: policy,
    identity: named,
    fields: { backup_vault_name: 'backupVaultName', policy: jsonField('policy') },
    importId: 'backupVaultName',
    parent,
    calls: {
      PutBackupVaultAccessPolicy: 'put',
      DeleteBackupVaultAccessPolicy: 'delete',
    },
  }),
  ...aws({
    service,
    type: lock,
    identity: named,
    fields: {
      backup_vault_name: 'backupVaultName',
      changeable_for_days: number('changeableForDays'),
      max_retention_days: number('maxRetentionDays'),
      min_retention_days: number('minRetentionDays'),
    },
    importId: 'backupVaultName',
    parent,
    calls: {
      PutBackupVaultLockConfiguration: 'put',
      DeleteBackupVaultLockConfiguration: 'delete',
    },
  }),
  ...aws({
    service,
    type: vault,
    identity: ({ request }) => {
      const arn = requireText(request, 'resourceArn');
      return arn.includes(':backup-vault:') ? refTo(vault, { arn }) : undefined;
    },
    fields: {},
    calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeyList' } },
  }),
];
