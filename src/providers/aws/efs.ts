import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { splitArn } from '../catalog/arn.ts';
import { refTo } from '../catalog/effects.ts';
import { objectsAt, requireText, textAt } from '../catalog/request.ts';
import { bool, built, jsonField, number, response, set } from '../catalog/sources.ts';
import { aws } from './aws.ts';

const fileSystem = 'aws_efs_file_system';
const target = 'aws_efs_mount_target';
const point = 'aws_efs_access_point';

/** Calls give an id or an ARN. */
function idOf(event: AuditEvent, member: string): string {
  const given = requireText(event.request, member);
  return splitArn(given)?.resource.split('/').at(-1) ?? given;
}

const fileSystemRef = (event: AuditEvent): ResourceRef =>
  refTo(fileSystem, { id: idOf(event, 'fileSystemId') });

const parent = { type: fileSystem, keys: fileSystemRef };

/**
 * The provider has a block for each transition: to archive, to infrequent access, and back to
 * primary.
 */
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

export const efsEntries = aws('elasticfilesystem.amazonaws.com', [
  {
    type: fileSystem,
    identity: fileSystemRef,
    created: [{ id: response('fileSystemId') }, { creation_token: 'creationToken' }],
    fixed: {
      creation_token: 'creationToken',
      performance_mode: 'performanceMode',
      encrypted: bool('encrypted'),
      kms_key_id: 'kmsKeyId',
      availability_zone_name: 'availabilityZoneName',
    },
    fields: throughput,
    tags: 'tags',
    defaults: { performance_mode: 'generalPurpose', throughput_mode: 'bursting' },
    importId: response('fileSystemId'),
    calls: {
      CreateFileSystem: 'create',
      UpdateFileSystem: 'patch',
      PutLifecycleConfiguration: { set: { lifecycle_policy: built(lifecycleBlocks) } },
      DeleteFileSystem: 'delete',
      CreateTags: { tag: 'tags' },
      DeleteTags: { untag: 'tagKeys' },
    },
  },
  {
    type: 'aws_efs_backup_policy',
    identity: (event) =>
      refTo('aws_efs_backup_policy', { file_system_id: idOf(event, 'fileSystemId') }),
    fields: { file_system_id: 'fileSystemId', 'backup_policy.0.status': 'backupPolicy.status' },
    importId: 'fileSystemId',
    parent,
    calls: {
      PutBackupPolicy: 'put',
    },
  },
  {
    type: 'aws_efs_file_system_policy',
    identity: (event) =>
      refTo('aws_efs_file_system_policy', { file_system_id: idOf(event, 'fileSystemId') }),
    fields: { file_system_id: 'fileSystemId', policy: jsonField('policy') },
    importId: 'fileSystemId',
    parent,
    calls: {
      PutFileSystemPolicy: 'put',
      DeleteFileSystemPolicy: 'delete',
    },
  },
  {
    type: target,
    identity: [{ id: 'mountTargetId' }],
    created: [{ id: response('mountTargetId') }],
    fields: {
      file_system_id: 'fileSystemId',
      subnet_id: 'subnetId',
      ip_address: 'ipAddress',
      security_groups: set('securityGroups'),
    },
    importId: response('mountTargetId'),
    parent,
    calls: {
      CreateMountTarget: 'create',
      ModifyMountTargetSecurityGroups: { set: { security_groups: set('securityGroups') } },
      DeleteMountTarget: 'delete',
    },
  },
  {
    type: point,
    identity: [{ id: 'accessPointId' }],
    created: [{ id: response('accessPointId') }],
    fields: {
      file_system_id: 'fileSystemId',
      'posix_user.0.uid': number('posixUser.uid'),
      'posix_user.0.gid': number('posixUser.gid'),
      'root_directory.0.path': 'rootDirectory.path',
    },
    tags: 'tags',
    importId: response('accessPointId'),
    parent,
    calls: {
      CreateAccessPoint: 'create',
      DeleteAccessPoint: 'delete',
    },
  },
  {
    type: fileSystem,
    also: [point],
    identity: (event) => {
      const id = idOf(event, 'resourceId');
      return refTo(id.startsWith('fsap-') ? point : fileSystem, { id });
    },
    calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
  },
]);
