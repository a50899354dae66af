import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn, splitArn } from '../catalog/arn.ts';
import { toText } from '../catalog/convert.ts';
import { refTo } from '../catalog/effects.ts';
import { whereManaged } from '../catalog/identity.ts';
import { localRef } from '../catalog/naming.ts';
import { itemsAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { jsonField, list, map, number, response, textField, via } from '../catalog/sources.ts';
import type { Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

const group = 'aws_cloudwatch_log_group';
const stream = 'aws_cloudwatch_log_stream';
const metricFilter = 'aws_cloudwatch_log_metric_filter';
const subscription = 'aws_cloudwatch_log_subscription_filter';
const resourcePolicy = 'aws_cloudwatch_log_resource_policy';
const queryDefinition = 'aws_cloudwatch_query_definition';
const dataProtection = 'aws_cloudwatch_log_data_protection_policy';
const destination = 'aws_cloudwatch_log_destination';

/** Calls give log groups by name or by ARN, with or without the `:*` of their streams. */
function groupName({ request }: AuditEvent): string {
  const given =
    textAt(request, 'logGroupName') ??
    textAt(request, 'logGroupIdentifier') ??
    textAt(request, 'resourceIdentifier') ??
    requireText(request, 'resourceArn');
  const resource = splitArn(given)?.resource ?? given;
  return resource.replace(/^log-group:/, '').replace(/:\*$/, '');
}

function groupRef(event: AuditEvent, estate: Estate): ResourceRef {
  const name = groupName(event);
  const arn = arnIn(event, 'logs', `log-group:${name}`);
  return localRef(event, estate, group, { name }, arn);
}

/**
 * Names a resource in a log group; it matches nothing if the managed group of that name is
 * elsewhere.
 */
function inGroup(type: string, member: string) {
  return (event: AuditEvent, estate: Estate): ResourceRef => {
    const elsewhere = groupRef(event, estate).keys.some((key) => 'arn' in key && 'name' in key);
    const key = { log_group_name: groupName(event), name: requireText(event.request, member) };
    return refTo(type, elsewhere ? { ...key, region: event.region } : key);
  };
}

const parent = { type: group, keys: groupRef };

const transformation = (member: string) =>
  via(({ request }) => requestAt(itemsAt(request, 'metricTransformations')[0], member), toText);

const filterAttributes: CatalogAttributes = {
  log_group_name: 'logGroupName',
  name: 'filterName',
  pattern: 'filterPattern',
  'metric_transformation.0.default_value': transformation('defaultValue'),
  'metric_transformation.0.dimensions': map(({ request }) =>
    requestAt(itemsAt(request, 'metricTransformations')[0], 'dimensions'),
  ),
  'metric_transformation.0.name': transformation('metricName'),
  'metric_transformation.0.namespace': transformation('metricNamespace'),
  'metric_transformation.0.unit': transformation('unit'),
  'metric_transformation.0.value': transformation('metricValue'),
};

export const logsEntries = aws('logs.amazonaws.com', [
  {
    type: group,
    identity: groupRef,
    fields: { name: 'logGroupName', kms_key_id: 'kmsKeyId', log_group_class: 'logGroupClass' },
    tags: 'tags',
    defaults: { log_group_class: 'STANDARD' },
    importId: 'logGroupName',
    calls: {
      CreateLogGroup: 'create',
      DeleteLogGroup: 'delete',
      PutRetentionPolicy: { set: { retention_in_days: number('retentionInDays') } },
      AssociateKmsKey: { set: { kms_key_id: 'kmsKeyId' } },
      DeleteRetentionPolicy: { to: { retention_in_days: 0 } },
      DisassociateKmsKey: { to: { kms_key_id: null } },
      TagLogGroup: { tag: 'tags' },
      UntagLogGroup: { untag: 'tags' },
    },
  },
  {
    type: group,
    also: [destination],
    identity: (event, estate) => {
      const arn = requireText(event.request, 'resourceArn');
      if (arn.includes(':log-group:')) return groupRef(event, estate);
      return arn.includes(':destination:') ? refTo(destination, { arn }) : undefined;
    },
    calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
  },
  {
    type: metricFilter,
    identity: inGroup(metricFilter, 'filterName'),
    fields: filterAttributes,
    constants: { pattern: '' },
    importId: (event) => `${groupName(event)}:${requireText(event.request, 'filterName')}`,
    parent,
    resets: {
      'metric_transformation.0.default_value': null,
      'metric_transformation.0.dimensions': null,
      'metric_transformation.0.unit': 'None',
    },
    calls: {
      PutMetricFilter: 'put',
      DeleteMetricFilter: 'delete',
    },
  },
  {
    type: subscription,
    identity: inGroup(subscription, 'filterName'),
    fields: {
      log_group_name: 'logGroupName',
      name: 'filterName',
      destination_arn: 'destinationArn',
      distribution: 'distribution',
      filter_pattern: 'filterPattern',
      role_arn: 'roleArn',
    },
    constants: { filter_pattern: '' },
    defaults: { distribution: 'ByLogStream' },
    importId: (event) => `${groupName(event)}|${requireText(event.request, 'filterName')}`,
    parent,
    calls: {
      PutSubscriptionFilter: 'put',
      DeleteSubscriptionFilter: 'delete',
    },
  },
  {
    type: resourcePolicy,
    identity: [{ policy_name: 'policyName' }],
    fields: { policy_name: 'policyName', policy_document: jsonField('policyDocument') },
    importId: 'policyName',
    calls: {
      PutResourcePolicy: 'put',
      DeleteResourcePolicy: 'delete',
    },
  },
  {
    type: dataProtection,
    identity: (event) => refTo(dataProtection, { log_group_name: groupName(event) }),
    fields: {
      log_group_name: textField(groupName),
      policy_document: jsonField('policyDocument'),
    },
    importId: groupName,
    parent,
    calls: {
      PutDataProtectionPolicy: 'put',
      DeleteDataProtectionPolicy: 'delete',
    },
  },
  {
    type: queryDefinition,
    identity: [
      { query_definition_id: 'queryDefinitionId' },
      { query_definition_id: response('queryDefinitionId') },
    ],
    fields: {
      name: 'name',
      log_group_names: list('logGroupNames'),
      query_string: 'queryString',
    },
    calls: {
      PutQueryDefinition: 'put',
      DeleteQueryDefinition: { does: 'delete', by: [{ query_definition_id: 'queryDefinitionId' }] },
    },
  },
  {
    type: stream,
    identity: whereManaged(inGroup(stream, 'logStreamName')),
    fields: { name: 'logStreamName', log_group_name: 'logGroupName' },
    // Everything that logs makes streams of its own; only those that the code has are followed.
    calls: { CreateLogStream: 'create', DeleteLogStream: 'delete' },
  },
  {
    ignores: [
      'CreateExportTask',
      'PutLogEvents',
      'StartLiveTail',
      'StartQuery',
      'StopQuery',
      'TestMetricFilter',
    ],
  },
]);
