import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { splitArn } from '../catalog/arn.ts';
import {
  bool,
  built,
  creates,
  deletes,
  jsonField,
  number,
  response,
  set,
  tagging,
  updates,
} from '../catalog/define.ts';
import { refTo } from '../catalog/effects.ts';
import { puts } from '../catalog/replace.ts';
import { objectsAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogEntry } from '../catalog/types.ts';

const service = 'elasticfilesystem.amazonaws.com';
const fileSystem = 'aws_efs_file_system';
const target = 'aws_efs_mount_target';
const point = 'aws_efs_access_point';

/** Calls name things by id or by ARN. */
function idOf(event: AuditEvent, member: string): string {
  const given = requireText(event.request, member);
  return splitArn(given)?.resource.split('/').at(-1) ?? given;
}

const fileSystemRef = (event: AuditEvent): ResourceRef =>
  refTo(fileSystem, { id: idOf(event, 'fileSystemId') });

const parent = { type: fileSystem, keys: fileSystemRef };

/** Each transition is a block of its own in the provider: one to archive, one back, one away. */
function lifecycleBlocks({ request }: AuditEvent): readonly JsonObject[] {
  return objectsAt(request, 'lifecyclePolicies').map((policy) => {
    const entries = [
      ['transition_to_archive', textAt(policy, 'transitionToArchive')],
      ['transition_to_ia', textAt(policy, 'transitionToIA')],
      ['transition_to_primary_storage_class', textAt(policy, 'transitionToPrimaryStorageClass')],
    ] as const;
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
  });
}

const throughput = {
  throughput_mode: 'throughputMode',
  provisioned_throughput_in_mibps: number('provisionedThroughputInMibps'),
};

export const efsEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateFileSystem'],
    type: fileSystem,
    keys: [{ id: response('fileSystemId') }, { creation_token: 'creationToken' }],
    attributes: {
      creation_token: 'creationToken',
      performance_mode: 'performanceMode',
      encrypted: bool('encrypted'),
      kms_key_id: 'kmsKeyId',
      availability_zone_name: 'availabilityZoneName',
      ...throughput,
    },
    tags: 'tags',
    defaults: { performance_mode: 'generalPurpose', throughput_mode: 'bursting' },
    importId: response('fileSystemId'),
  }),
  updates({
    service,
    operations: ['UpdateFileSystem'],
    type: fileSystem,
    keys: fileSystemRef,
    attributes: throughput,
  }),
  updates({
    service,
    operations: ['PutLifecycleConfiguration'],
    type: fileSystem,
    keys: fileSystemRef,
    attributes: { lifecycle_policy: built(lifecycleBlocks) },
  }),
  deletes({ service, operations: ['DeleteFileSystem'], type: fileSystem, keys: fileSystemRef }),
  puts({
    service,
    operations: ['PutBackupPolicy'],
    type: 'aws_efs_backup_policy',
    keys: (event) =>
      refTo('aws_efs_backup_policy', { file_system_id: idOf(event, 'fileSystemId') }),
    attributes: { file_system_id: 'fileSystemId', 'backup_policy.0.status': 'backupPolicy.status' },
    importId: 'fileSystemId',
    parent,
  }),
  puts({
    service,
    operations: ['PutFileSystemPolicy'],
    type: 'aws_efs_file_system_policy',
    keys: (event) =>
      refTo('aws_efs_file_system_policy', { file_system_id: idOf(event, 'fileSystemId') }),
    attributes: { file_system_id: 'fileSystemId', policy: jsonField('policy') },
    importId: 'fileSystemId',
    parent,
  }),
  deletes({
    service,
    operations: ['DeleteFileSystemPolicy'],
    type: 'aws_efs_file_system_policy',
    keys: (event) =>
      refTo('aws_efs_file_system_policy', { file_system_id: idOf(event, 'fileSystemId') }),
  }),
  creates({
    service,
    operations: ['CreateMountTarget'],
    type: target,
    keys: [{ id: response('mountTargetId') }],
    attributes: {
      file_system_id: 'fileSystemId',
      subnet_id: 'subnetId',
      ip_address: 'ipAddress',
      security_groups: set('securityGroups'),
    },
    importId: response('mountTargetId'),
    parent,
  }),
  updates({
    service,
    operations: ['ModifyMountTargetSecurityGroups'],
    type: target,
    keys: [{ id: 'mountTargetId' }],
    attributes: { security_groups: set('securityGroups') },
  }),
  deletes({
    service,
    operations: ['DeleteMountTarget'],
    type: target,
    keys: [{ id: 'mountTargetId' }],
  }),
  creates({
    service,
    operations: ['CreateAccessPoint'],
    type: point,
    keys: [{ id: response('accessPointId') }],
    attributes: {
      file_system_id: 'fileSystemId',
      'posix_user.0.uid': number('posixUser.uid'),
      'posix_user.0.gid': number('posixUser.gid'),
      'root_directory.0.path': 'rootDirectory.path',
    },
    tags: 'tags',
    importId: response('accessPointId'),
    parent,
  }),
  deletes({
    service,
    operations: ['DeleteAccessPoint'],
    type: point,
    keys: [{ id: 'accessPointId' }],
  }),
  ...tagging({
    service,
    tag: ['TagResource'],
    untag: ['UntagResource'],
    types: [fileSystem, point],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: (event) => {
      const id = idOf(event, 'resourceId');
      return refTo(id.startsWith('fsap-') ? point : fileSystem, { id });
    },
  }),
  ...tagging({
    service,
    tag: ['CreateTags'],
    untag: ['DeleteTags'],
    types: [fileSystem],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: fileSystemRef,
  }),
];
