import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn } from '../catalog/arn.ts';
import { localRef, refByArn } from '../catalog/naming.ts';
import { requireText } from '../catalog/request.ts';
import { number, set, textField } from '../catalog/sources.ts';
import type { Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

const cluster = 'aws_elasticache_cluster';
const group = 'aws_elasticache_subnet_group';

function clusterRef(event: AuditEvent, estate: Estate): ResourceRef {
  const id = requireText(event.request, 'cacheClusterId').toLowerCase();
  return localRef(
    event,
    estate,
    cluster,
    { cluster_id: id },
    arnIn(event, 'elasticache', `cluster:${id}`),
  );
}

function groupRef(event: AuditEvent, estate: Estate): ResourceRef {
  const name = requireText(event.request, 'cacheSubnetGroupName').toLowerCase();
  return localRef(
    event,
    estate,
    group,
    { name },
    arnIn(event, 'elasticache', `subnetgroup:${name}`),
  );
}

const clusterAttributes = {
  // The provider's schema has text here, because the value can be unset.
  auto_minor_version_upgrade: textField('autoMinorVersionUpgrade'),
  engine_version: 'engineVersion',
  maintenance_window: 'preferredMaintenanceWindow',
  node_type: 'cacheNodeType',
  notification_topic_arn: 'notificationTopicArn',
  num_cache_nodes: number('numCacheNodes'),
  parameter_group_name: 'cacheParameterGroupName',
  security_group_ids: set('securityGroupIds'),
  snapshot_retention_limit: number('snapshotRetentionLimit'),
  snapshot_window: 'snapshotWindow',
};

const groupAttributes = {
  description: 'cacheSubnetGroupDescription',
  subnet_ids: set('subnetIds'),
};

export const elasticacheEntries = aws('elasticache.amazonaws.com', [
  {
    type: cluster,
    identity: clusterRef,
    fixed: {
      cluster_id: 'cacheClusterId',
      engine: 'engine',
      port: number('port'),
      subnet_group_name: 'cacheSubnetGroupName',
    },
    fields: clusterAttributes,
    tags: 'tags',
    importId: 'cacheClusterId',
    calls: {
      CreateCacheCluster: 'create',
      ModifyCacheCluster: 'patch',
      DeleteCacheCluster: 'delete',
    },
  },
  {
    type: group,
    identity: groupRef,
    fixed: { name: 'cacheSubnetGroupName' },
    fields: groupAttributes,
    tags: 'tags',
    importId: 'cacheSubnetGroupName',
    calls: {
      CreateCacheSubnetGroup: 'create',
      ModifyCacheSubnetGroup: 'patch',
      DeleteCacheSubnetGroup: 'delete',
    },
  },
  {
    type: cluster,
    also: [group],
    identity: refByArn('resourceName', { ':cluster:': cluster, ':subnetgroup:': group }),
    calls: { AddTagsToResource: { tag: 'tags' }, RemoveTagsFromResource: { untag: 'tagKeys' } },
  },
  { ignores: ['RebootCacheCluster'] },
]);
