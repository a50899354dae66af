import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { toMapped, toTextMap } from '../catalog/convert.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry, withoutDefaults } from '../catalog/creation.ts';
import { deleteEffect, refTo } from '../catalog/effects.ts';
import type { Resets } from '../catalog/replace.ts';
import { replaceMembers } from '../catalog/replace.ts';
import {
  numberAt,
  objectsAt,
  requestAt,
  requireText,
  textAt,
  textsAt,
} from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, jsonField, list, map, number, set, via } from '../catalog/sources.ts';
import { tagMap } from '../catalog/tags.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import { busName, eventsService, ruleRef } from './events-rule.ts';

const type = 'aws_cloudwatch_event_target';

const ecs = 'ecs_target.0';
const network = 'ecsParameters.networkConfiguration.awsvpcConfiguration';

/** Sources are members of one target, which takes the place of the request. */
const attributes: CatalogAttributes = {
  arn: 'arn',
  input: jsonField('input'),
  input_path: 'inputPath',
  role_arn: 'roleArn',
  'appsync_target.0.graphql_operation': 'appSyncParameters.graphQLOperation',
  'batch_target.0.array_size': number('batchParameters.arrayProperties.size'),
  'batch_target.0.job_attempts': number('batchParameters.retryStrategy.attempts'),
  'batch_target.0.job_definition': 'batchParameters.jobDefinition',
  'batch_target.0.job_name': 'batchParameters.jobName',
  'dead_letter_config.0.arn': 'deadLetterConfig.arn',
  [`${ecs}.capacity_provider_strategy`]: built(strategies),
  [`${ecs}.enable_ecs_managed_tags`]: bool('ecsParameters.enableECSManagedTags'),
  [`${ecs}.enable_execute_command`]: bool('ecsParameters.enableExecuteCommand'),
  [`${ecs}.group`]: 'ecsParameters.group',
  [`${ecs}.launch_type`]: 'ecsParameters.launchType',
  [`${ecs}.network_configuration.0.assign_public_ip`]: via(
    `${network}.assignPublicIp`,
    toMapped({ DISABLED: false, ENABLED: true }),
  ),
  [`${ecs}.network_configuration.0.security_groups`]: set(`${network}.securityGroups`),
  [`${ecs}.network_configuration.0.subnets`]: set(`${network}.subnets`),
  [`${ecs}.platform_version`]: 'ecsParameters.platformVersion',
  [`${ecs}.propagate_tags`]: 'ecsParameters.propagateTags',
  [`${ecs}.tags`]: built(
    ({ request }) => tagMap(requestAt(request, 'ecsParameters.tags')) ?? undefined,
  ),
  [`${ecs}.task_count`]: number('ecsParameters.taskCount'),
  [`${ecs}.task_definition_arn`]: 'ecsParameters.taskDefinitionArn',
  'http_target.0.header_parameters': map('httpParameters.headerParameters'),
  'http_target.0.path_parameter_values': list('httpParameters.pathParameterValues'),
  'http_target.0.query_string_parameters': map('httpParameters.queryStringParameters'),
  'input_transformer.0.input_paths': via('inputTransformer.inputPathsMap', toTextMap),
  'input_transformer.0.input_template': 'inputTransformer.inputTemplate',
  'kinesis_target.0.partition_key_path': 'kinesisParameters.partitionKeyPath',
  'redshift_target.0.database': 'redshiftDataParameters.database',
  'redshift_target.0.db_user': 'redshiftDataParameters.dbUser',
  'redshift_target.0.secrets_manager_arn': 'redshiftDataParameters.secretManagerArn',
  'redshift_target.0.sql': 'redshiftDataParameters.sql',
  'redshift_target.0.statement_name': 'redshiftDataParameters.statementName',
  'redshift_target.0.with_event': bool('redshiftDataParameters.withEvent'),
  'retry_policy.0.maximum_event_age_in_seconds': number('retryPolicy.maximumEventAgeInSeconds'),
  'retry_policy.0.maximum_retry_attempts': number('retryPolicy.maximumRetryAttempts'),
  run_command_targets: built(commandTargets),
  'sqs_target.0.message_group_id': 'sqsParameters.messageGroupId',
};

/** Values of what the call leaves out: putting a target replaces it. */
const resets: Resets = {
  input: null,
  input_path: null,
  role_arn: null,
  ...Object.fromEntries(
    [
      'appsync_target',
      'batch_target',
      'dead_letter_config',
      'ecs_target',
      'http_target',
      'input_transformer',
      'kinesis_target',
      'redshift_target',
      'retry_policy',
      'run_command_targets',
      'sqs_target',
    ].map((block): [string, Json] => [block, []]),
  ),
};

function strategies({ request }: AuditEvent): Json | undefined {
  const found = objectsAt(request, 'ecsParameters.capacityProviderStrategy');
  if (found.length === 0) return undefined;
  return found.map((item) =>
    withoutDefaults(
      {
        base: numberAt(item, 'base'),
        capacity_provider: textAt(item, 'capacityProvider'),
        weight: numberAt(item, 'weight'),
      },
      { base: 0, weight: 0 },
    ),
  );
}

function commandTargets({ request }: AuditEvent): Json | undefined {
  const found = objectsAt(request, 'runCommandParameters.runCommandTargets');
  if (found.length === 0) return undefined;
  return found.map((item) => ({ key: requireText(item, 'key'), values: textsAt(item, 'values') }));
}

function targetRef(event: AuditEvent, estate: Estate, id: string): ResourceRef {
  const name = requireText(event.request, 'rule');
  const elsewhere = ruleRef(event, estate, name).keys.find((key) => 'arn' in key && 'name' in key);
  const key = { rule: name, target_id: id, event_bus_name: busName(event) };
  return refTo(type, elsewhere === undefined ? key : { ...key, ...elsewhere });
}

function createSpec(event: AuditEvent, id: string): CreateSpec {
  const name = requireText(event.request, 'rule');
  const bus = busName(event);
  return {
    type,
    keys: [],
    attributes,
    constants: {
      rule: name,
      target_id: id,
      ...(bus === 'default' ? {} : { event_bus_name: bus }),
    },
    importId: () => (bus === 'default' ? `${name}/${id}` : `${bus}/${name}/${id}`),
    parent: (_, estate) => ruleRef(event, estate, name),
  };
}

function putTarget(event: AuditEvent, estate: Estate, target: JsonObject): readonly DraftEffect[] {
  const id = requireText(target, 'id');
  const ref = targetRef(event, estate, id);
  const inside = { ...event, request: target };
  const managed = estate.find(ref);
  return managed === undefined
    ? creationEntry(inside, estate, createSpec(event, id), ref)
    : replaceMembers(inside, ref, { attributes, resets }, managed);
}

/** Ids of the targets that the call did not change, though the call itself succeeded. */
function failedIds({ response }: AuditEvent): ReadonlySet<string | undefined> {
  return new Set(objectsAt(response, 'failedEntries').map((entry) => textAt(entry, 'targetId')));
}

export const eventTargetEntries: readonly CatalogEntry[] = [
  {
    service: eventsService,
    operations: ['PutTargets'],
    types: [type],
    paths: Object.keys(attributes),
    effects: (event, estate) => {
      const failed = failedIds(event);
      return objectsAt(event.request, 'targets')
        .filter((target) => !failed.has(textAt(target, 'id')))
        .flatMap((target) => putTarget(event, estate, target));
    },
  },
  ...untabled(eventsService, [type], {
    RemoveTargets: (event, estate) => {
      const failed = failedIds(event);
      return textsAt(event.request, 'ids')
        .filter((id) => !failed.has(id))
        .map((id) => deleteEffect(targetRef(event, estate, id)));
    },
  }),
];
