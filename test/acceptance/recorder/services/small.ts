import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { isJsonObject, jsonAt } from '../../../../src/model/json.ts';
import type { ServiceLog } from '../service.ts';
import { plainService } from './plain.ts';

const hidden = 'HIDDEN_DUE_TO_SECURITY_REASONS';

/** Names of Lambda's operations carry the date of the API version that they came with. */
const lambdaNames: Readonly<Record<string, string>> = {
  CreateFunction: 'CreateFunction20150331',
  DeleteFunction: 'DeleteFunction20150331',
  UpdateFunctionCode: 'UpdateFunctionCode20150331v2',
  UpdateFunctionConfiguration: 'UpdateFunctionConfiguration20150331v2',
  AddPermission: 'AddPermission20150331v2',
  RemovePermission: 'RemovePermission20150331v2',
  TagResource: 'TagResource20170331v2',
  UntagResource: 'UntagResource20170331v2',
  PutFunctionConcurrency: 'PutFunctionConcurrency20171031',
  DeleteFunctionConcurrency: 'DeleteFunctionConcurrency20171031',
  GetFunction: 'GetFunction20150331v2',
  ListFunctions: 'ListFunctions20150331',
  CreateAlias: 'CreateAlias20150331',
  UpdateAlias: 'UpdateAlias20150331',
  DeleteAlias: 'DeleteAlias20150331',
  CreateEventSourceMapping: 'CreateEventSourceMapping20150331',
  UpdateEventSourceMapping: 'UpdateEventSourceMapping20150331',
  DeleteEventSourceMapping: 'DeleteEventSourceMapping20150331',
  PublishLayerVersion: 'PublishLayerVersion20181031',
  DeleteLayerVersion: 'DeleteLayerVersion20181031',
};

/** Secret values are left out of the log altogether. */
const secretMembers: ReadonlySet<string> = new Set(['SecretString', 'SecretBinary']);

function lift(key: string): (call: unknown, printed: JsonObject) => Json {
  return (_call, printed) => {
    const inner = jsonAt(printed, key);
    return isJsonObject(inner) ? inner : printed;
  };
}

/** IAM URL-encodes policy documents in responses, and keeps them plain in requests. */
function encodeDocuments(printed: Json): Json {
  if (!isJsonObject(printed))
    return Array.isArray(printed) ? printed.map(encodeDocuments) : printed;
  const entries = Object.entries(printed).map(([key, value]) => [
    key,
    typeof value === 'string' && /document$/i.test(key)
      ? encodeURIComponent(decodeURIComponent(value))
      : encodeDocuments(value),
  ]);
  return Object.fromEntries(entries) as Json;
}

export const smallServices: Readonly<Record<string, ServiceLog>> = {
  'Application Auto Scaling': plainService('application-autoscaling.amazonaws.com'),
  'Auto Scaling': plainService('autoscaling.amazonaws.com'),
  CloudWatch: plainService('monitoring.amazonaws.com'),
  'CloudWatch Logs': plainService('logs.amazonaws.com', { apiVersion: '20140328' }),
  DynamoDB: plainService('dynamodb.amazonaws.com', { apiVersion: '2012-08-10' }),
  ECS: plainService('ecs.amazonaws.com'),
  'Elastic Load Balancing v2': plainService('elasticloadbalancing.amazonaws.com', {
    apiVersion: '2015-12-01',
  }),
  EventBridge: plainService('events.amazonaws.com'),
  IAM: plainService('iam.amazonaws.com', {
    response: (_call, printed) => encodeDocuments(printed),
  }),
  KMS: plainService('kms.amazonaws.com'),
  Lambda: plainService('lambda.amazonaws.com', {
    eventName: (operation) => lambdaNames[operation] ?? operation,
    mask: (_operation, member, value) => (member === 'Environment' ? {} : value),
  }),
  RDS: plainService('rds.amazonaws.com', {
    mask: (_operation, member, value) => (member === 'MasterUserPassword' ? '****' : value),
    response: lift('dBInstance'),
  }),
  'Route 53': plainService('route53.amazonaws.com', { apiVersion: '2013-04-01' }),
  'Secrets Manager': plainService('secretsmanager.amazonaws.com', {
    mask: (_operation, member, value) => (secretMembers.has(member) ? undefined : value),
    response: (_call, { aRN: arn, ...rest }) => (arn === undefined ? rest : { arn, ...rest }),
  }),
  SNS: plainService('sns.amazonaws.com', {
    mask: (operation, member, value) =>
      operation === 'Subscribe' && member === 'Endpoint' ? hidden : value,
  }),
  SQS: plainService('sqs.amazonaws.com'),
  SSM: plainService('ssm.amazonaws.com', {
    mask: (operation, member, value) =>
      operation === 'PutParameter' && member === 'Value' ? hidden : value,
  }),
  STS: plainService('sts.amazonaws.com'),
};
