import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn } from '../catalog/arn.ts';
import { creates, deletes, jsonField, number, tagging } from '../catalog/define.ts';
import { refTo } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { puts } from '../catalog/replace.ts';
import { requireText } from '../catalog/request.ts';
import type { CatalogEntry, Estate } from '../catalog/types.ts';

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
  creates({
    service,
    operations: ['CreateBackupVault'],
    type: vault,
    keys: vaultRef,
    attributes: { name: 'backupVaultName', kms_key_arn: 'encryptionKeyArn' },
    tags: 'backupVaultTags',
    importId: 'backupVaultName',
  }),
  deletes({ service, operations: ['DeleteBackupVault'], type: vault, keys: vaultRef }),
  puts({
    service,
    operations: ['PutBackupVaultAccessPolicy'],
    type: policy,
    keys: named,
    attributes: { backup_vault_name: 'backupVaultName', policy: jsonField('policy') },
    importId: 'backupVaultName',
    parent,
  }),
  deletes({ service, operations: ['DeleteBackupVaultAccessPolicy'], type: policy, keys: named }),
  puts({
    service,
    operations: ['PutBackupVaultLockConfiguration'],
    type: lock,
    keys: named,
    attributes: {
      backup_vault_name: 'backupVaultName',
      changeable_for_days: number('changeableForDays'),
      max_retention_days: number('maxRetentionDays'),
      min_retention_days: number('minRetentionDays'),
    },
    importId: 'backupVaultName',
    parent,
  }),
  deletes({ service, operations: ['DeleteBackupVaultLockConfiguration'], type: lock, keys: named }),
  ...tagging({
    service,
    tag: ['TagResource'],
    untag: ['UntagResource'],
    types: [vault],
    tags: 'tags',
    tagKeys: 'tagKeyList',
    resource: ({ request }) => {
      const arn = requireText(request, 'resourceArn');
      return arn.includes(':backup-vault:') ? refTo(vault, { arn }) : undefined;
    },
  }),
];
