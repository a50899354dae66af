import { refByArn, refByName } from '../catalog/naming.ts';
import { jsonField, number } from '../catalog/sources.ts';
import { aws } from './aws.ts';

const vault = 'aws_backup_vault';
const policy = 'aws_backup_vault_policy';
const lock = 'aws_backup_vault_lock_configuration';
const named = [{ backup_vault_name: 'backupVaultName' }] as const;

const vaultRef = refByName(vault, 'backupVaultName', ['backup', 'backup-vault:']);
const tagged = refByArn('resourceArn', { ':backup-vault:': vault });
const parent = { type: vault, keys: vaultRef };

export const backupEntries = aws('backup.amazonaws.com', [
  {
    type: vault,
    identity: vaultRef,
    fields: { name: 'backupVaultName', kms_key_arn: 'encryptionKeyArn' },
    tags: 'backupVaultTags',
    importId: 'backupVaultName',
    calls: {
      CreateBackupVault: 'create',
      DeleteBackupVault: 'delete',
      TagResource: { tag: 'tags', by: tagged },
      UntagResource: { untag: 'tagKeyList', by: tagged },
    },
  },
  {
    type: policy,
    identity: named,
    fields: { backup_vault_name: 'backupVaultName', policy: jsonField('policy') },
    importId: 'backupVaultName',
    parent,
    calls: {
      PutBackupVaultAccessPolicy: 'put',
      DeleteBackupVaultAccessPolicy: 'delete',
    },
  },
  {
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
  },
]);
