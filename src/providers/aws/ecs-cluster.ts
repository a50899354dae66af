import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn, splitArn } from '../catalog/arn.ts';
import type { CatalogAttributes } from '../catalog/define.ts';
import {
  built,
  creates,
  deletes,
  ignores,
  number,
  response,
  set,
  setMembers,
  tagging,
  textField,
  updates,
} from '../catalog/define.ts';
import { addEffect, deleteEffect, refTo } from '../catalog/effects.ts';
import { localRef } from '../catalog/naming.ts';
import { puts } from '../catalog/replace.ts';
import { objectsAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
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

/** The cluster, which is `clusterName` in the call that makes it and `cluster` in all others. */
function named(event: AuditEvent, estate: Estate): ResourceRef {
  return clusterRef(event, estate, 'clusterName');
}

const clusterEntries: readonly CatalogEntry[] = [
  creates({
    service: ecsNames,
    operations: ['CreateCluster'],
    type: cluster,
    keys: named,
    attributes: {
      name: textField((event) => clusterName(event, 'clusterName')),
      ...attributes,
      setting: built((event) => settings(event)),
    },
    tags: 'tags',
    importId: (event) => clusterName(event, 'clusterName'),
  }),
  {
    service: ecsNames,
    operations: ['UpdateCluster', 'UpdateClusterSettings'],
    types: [cluster],
    effects: (event, estate) => {
      const ref = clusterRef(event, estate);
      return [
        ...setMembers(event, ref, attributes),
        ...settings(event).map((setting) => addEffect(ref, ['setting'], setting)),
      ];
    },
  },
  deletes({ service: ecsNames, operations: ['DeleteCluster'], type: cluster, keys: clusterRef }),
  puts({
    service: ecsNames,
    operations: ['PutClusterCapacityProviders'],
    type: capacityProviders,
    keys: (event) => refTo(capacityProviders, { cluster_name: clusterName(event) }),
    attributes: {
      cluster_name: textField((event) => clusterName(event)),
      capacity_providers: set('capacityProviders'),
      default_capacity_provider_strategy: built(strategies('defaultCapacityProviderStrategy')),
    },
    resets: { capacity_providers: [], default_capacity_provider_strategy: [] },
    importId: (event) => clusterName(event),
    parent: { type: cluster, keys: clusterRef },
  }),
];

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

const providerEntries: readonly CatalogEntry[] = [
  creates({
    service: ecsNames,
    operations: ['CreateCapacityProvider'],
    type: capacityProvider,
    keys: providerRef('name'),
    attributes: {
      name: 'name',
      [`${provider}.auto_scaling_group_arn`]: 'autoScalingGroupProvider.autoScalingGroupArn',
      ...providerAttributes,
    },
    tags: 'tags',
    importId: response('capacityProvider.capacityProviderArn'),
  }),
  updates({
    service: ecsNames,
    operations: ['UpdateCapacityProvider'],
    type: capacityProvider,
    keys: providerRef('name'),
    attributes: providerAttributes,
  }),
  deletes({
    service: ecsNames,
    operations: ['DeleteCapacityProvider'],
    type: capacityProvider,
    keys: providerRef('capacityProvider'),
  }),
];

/** Terraform holds one revision, so deregistering that one deletes its resource. */
function deregister(event: AuditEvent): readonly DraftEffect[] {
  const given = requireText(event.request, 'taskDefinition');
  const arn =
    textAt(event.response, 'taskDefinition.taskDefinitionArn') ??
    (splitArn(given) === undefined ? arnIn(event, 'ecs', `task-definition/${given}`) : given);
  return [deleteEffect(refTo(taskDefinition, { arn }))];
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

export const ecsClusterEntries: readonly CatalogEntry[] = [
  ...clusterEntries,
  ...providerEntries,
  {
    service: ecsNames,
    operations: ['DeregisterTaskDefinition'],
    types: [taskDefinition],
    effects: deregister,
  },
  puts({
    service: ecsNames,
    operations: ['PutAccountSettingDefault'],
    type: accountSetting,
    keys: [{ name: 'name' }],
    attributes: { name: 'name', value: 'value' },
    importId: 'name',
  }),
  ...tagging({
    service: ecsNames,
    tag: ['TagResource'],
    untag: ['UntagResource'],
    types: taggable.map(([, type]) => type),
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: tagged,
  }),
  ignores(ecsNames, [
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
  ]),
];
