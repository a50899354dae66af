import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { pathOf } from '../../../src/providers/catalog/define.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { hasType, pathProblem } from './schema.ts';

/** Services whose SDK is installed: their operations can be checked by name. */
const clients: Readonly<Record<string, string>> = {
  'autoscaling.amazonaws.com': 'auto-scaling',
  'dynamodb.amazonaws.com': 'dynamodb',
  'ec2.amazonaws.com': 'ec2',
  'ecs.amazonaws.com': 'ecs',
  'events.amazonaws.com': 'eventbridge',
  'iam.amazonaws.com': 'iam',
  'kms.amazonaws.com': 'kms',
  'lambda.amazonaws.com': 'lambda',
  'logs.amazonaws.com': 'cloudwatch-logs',
  'monitoring.amazonaws.com': 'cloudwatch',
  'rds.amazonaws.com': 'rds',
  'route53.amazonaws.com': 'route-53',
  'sns.amazonaws.com': 'sns',
  'sqs.amazonaws.com': 'sqs',
  'ssm.amazonaws.com': 'ssm',
};

/** Not in an SDK of that service: events of the service itself, agents, a sister's calls. */
const elsewhere = new Set([
  'DeleteExpiredKeyMaterial',
  'DeleteKey',
  'DeleteScalingPolicy',
  'DeregisterScalableTarget',
  'InvokeExecution',
  'RegisterManagedInstance',
  'RegisterScalableTarget',
  'RotateKey',
  'SharedSnapshotCopyInitiated',
  'SharedSnapshotVolumeCreated',
  'SynchronizeMultiRegionKey',
  'UpdateInstanceAssociationStatus',
  'UpdateInstanceInformation',
]);

function isCall(service: string, operation: string): boolean {
  const client = clients[service];
  if (client === undefined || elsewhere.has(operation)) return true;
  const file = `../../../node_modules/@aws-sdk/client-${client}/dist-types/commands/${operation}Command.d.ts`;
  return existsSync(new URL(file, import.meta.url));
}

describe('the catalog', () => {
  it('has one entry for each operation', () => {
    expect(createCatalog(awsEntries).entries).toHaveLength(awsEntries.length);
  });

  it('names types that the provider has', () => {
    const types = new Set(awsEntries.flatMap((entry) => entry.types));

    expect([...types].filter((type) => !hasType(type)).sort()).toEqual([]);
  });

  it('names paths that the provider has', () => {
    const problems = awsEntries.flatMap(({ types: [type = ''], paths = [] }) =>
      paths.map((path) => pathProblem(type, pathOf(path))).filter((problem) => problem),
    );

    expect([...new Set(problems)]).toEqual([]);
  });

  it('names operations that the services have', () => {
    const wrong = awsEntries.flatMap(({ service, operations }) =>
      operations.filter((operation) => !isCall(service, operation)),
    );

    expect(wrong).toEqual([]);
  });
});
