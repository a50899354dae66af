import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn, splitArn } from '../catalog/arn.ts';
import { addEffect, refTo } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { objectsAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { built, number, response, set, setMembers, textField } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { cluster, clusterName, clusterRef, ecsNames, ecsService } from './ecs-names.ts';
import { strategies } from './ecs-service.ts';

const capacityProviders = 'aws_ecs_cluster_capacity_providers';
const capacityProvider = 'aws_ecs_capacity_provider';
const taskDefinition = 'aws_ecs_task_definition';
const accountSetting = 'aws_ecs_account_setting_default';

const execute = 'configuration.executeCommandConfiguration';
const execution = 'configuration.0.execute_command_configuration.0';

const attributes: CatalogAttributes = {
  [`${execution}.kms_key_id`]: `${execute}.kmsKeyId`,
  [`${execution}.logging`]: `${execute}.logging`,
  [`${execution}.log_configuration.0.cloud_watch_log_group_name`]: `${execute}.logConfiguration.cloudWatchLogGroupName`,
  [`${execution}.log_configuration.0.s3_bucket_name`]: `${execute}.logConfiguration.s3BucketName`,
  [`${execution}.log_configuration.0.s3_key_prefix`]: `${execute}.logConfiguration.s3KeyPrefix`,
  'service_connect_defaults.0.namespace': 'serviceConnectDefaults.namespace',
};

function settings(event: AuditEvent): readonly { readonly name: string; readonly value: string }[] {
  return objectsAt(event.request, 'settings').map((item) => ({
    name: requireText(item, 'name'),
    value: requireText(item, 'value'),
  }));
}

/** The cluster, which is `clusterName` in the call that creates it and `cluster` in all others. */
function named(event: AuditEvent, estate: Estate): ResourceRef {
  return clusterRef(event, estate, 'clusterName');
}

/** Settings that the call leaves out stay unchanged. */
function update(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const ref = clusterRef(event, estate);
  return [
    ...setMembers(event, ref, attributes),
    ...settings(event).map((setting) => addEffect(ref, ['setting'], setting)),
  ];
}

const scaling = 'autoScalingGroupProvider.managedScaling';
const provider = 'auto_scaling_group_provider.0';

const providerAttributes: CatalogAttributes = {
  [`${provider}.managed_draining`]: 'autoScalingGroupProvider.managedDraining',
  [`${provider}.managed_termination_protection`]:
    'autoScalingGroupProvider.managedTerminationProtection',
  [`${provider}.managed_scaling.0.instance_warmup_period`]: number(
    `${scaling}.instanceWarmupPeriod`,
  ),
  [`${provider}.managed_scaling.0.maximum_scaling_step_size`]: number(
    `${scaling}.maximumScalingStepSize`,
  ),
  [`${provider}.managed_scaling.0.minimum_scaling_step_size`]: number(
    `${scaling}.minimumScalingStepSize`,
  ),
  [`${provider}.managed_scaling.0.status`]: `${scaling}.status`,
  [`${provider}.managed_scaling.0.target_capacity`]: number(`${scaling}.targetCapacity`),
};

function providerRef(member: string) {
  return (event: AuditEvent, estate: Estate): ResourceRef => {
    const given = requireText(event.request, member);
    if (splitArn(given) !== undefined) return refTo(capacityProvider, { arn: given });
    const arn = arnIn(event, 'ecs', `capacity-provider/${given}`);
    return localRef(event, estate, capacityProvider, { name: given }, arn);
  };
}

/** Terraform manages one revision, so deregistering that revision deletes its resource. */
function taskDefinitionRef(event: AuditEvent): ResourceRef {
  const given = requireText(event.request, 'taskDefinition');
  const arn =
    textAt(event.response, 'taskDefinition.taskDefinitionArn') ??
    (splitArn(given) === undefined ? arnIn(event, 'ecs', `task-definition/${given}`) : given);
  return refTo(taskDefinition, { arn });
}

const taggable: readonly (readonly [prefix: string, type: string, attribute: string])[] = [
  ['capacity-provider/', capacityProvider, 'arn'],
  ['cluster/', cluster, 'arn'],
  ['service/', ecsService, 'id'],
  ['task-definition/', taskDefinition, 'arn'],
];

function tagged({ request }: AuditEvent): ResourceRef | undefined {
  const arn = requireText(request, 'resourceArn');
  const resource = splitArn(arn)?.resource ?? '';
  const found = taggable.find(([prefix]) => resource.startsWith(prefix));
  return found === undefined ? undefined : refTo(found[1], { [found[2]]: arn });
}

export const ecsClusterEntries = aws(ecsNames, [
  {
    type: cluster,
    identity: clusterRef,
    created: named,
    fields: {
      name: textField((event) => clusterName(event, 'clusterName')),
      ...attributes,
      setting: built((event) => settings(event)),
    },
    tags: 'tags',
    importId: (event) => clusterName(event, 'clusterName'),
    calls: {
      CreateCluster: 'create',
      UpdateCluster: { special: update, reads: attributes },
      UpdateClusterSettings: { special: update, reads: attributes },
      DeleteCluster: 'delete',
    },
  },
  {
    type: capacityProviders,
    identity: (event) => refTo(capacityProviders, { cluster_name: clusterName(event) }),
    fields: {
      cluster_name: textField((event) => clusterName(event)),
      capacity_providers: set('capacityProviders'),
      default_capacity_provider_strategy: built(strategies('defaultCapacityProviderStrategy')),
    },
    importId: (event) => clusterName(event),
    parent: { type: cluster, keys: clusterRef },
    resets: { capacity_providers: [], default_capacity_provider_strategy: [] },
    calls: {
      PutClusterCapacityProviders: 'put',
    },
  },
  {
    type: capacityProvider,
    identity: providerRef('name'),
    fixed: {
      name: 'name',
      [`${provider}.auto_scaling_group_arn`]: 'autoScalingGroupProvider.autoScalingGroupArn',
    },
    fields: providerAttributes,
    tags: 'tags',
    importId: response('capacityProvider.capacityProviderArn'),
    calls: {
      CreateCapacityProvider: 'create',
      UpdateCapacityProvider: 'patch',
      DeleteCapacityProvider: { does: 'delete', by: providerRef('capacityProvider') },
    },
  },
  {
    type: taskDefinition,
    identity: taskDefinitionRef,
    calls: { DeregisterTaskDefinition: 'delete' },
  },
  {
    type: accountSetting,
    identity: [{ name: 'name' }],
    fields: { name: 'name', value: 'value' },
    importId: 'name',
    calls: {
      PutAccountSettingDefault: 'put',
    },
  },
  {
    type: cluster,
    also: taggable.map(([, type]) => type),
    identity: tagged,
    calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
  },
  {
    ignores: [
      'DeleteAccountSetting',
      'DeleteAttributes',
      'DeleteTaskDefinitions',
      'DeregisterContainerInstance',
      'DiscoverPollEndpoint',
      'ExecuteCommand',
      'PutAccountSetting',
      'PutAttributes',
      'RegisterContainerInstance',
      // A new revision changes nothing until a service uses it.
      'RegisterTaskDefinition',
      'RunTask',
      'StartTask',
      'StopTask',
      'SubmitAttachmentStateChanges',
      'SubmitContainerStateChange',
      'SubmitTaskStateChange',
      'UpdateContainerAgent',
      'UpdateContainerInstancesState',
      'UpdateTaskProtection',
    ],
  },
]);
