import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { hidden, sets, translator } from '../catalog/changes.ts';
import { auditEvent, estateOf } from '../catalog/event.ts';

const service = 'tagging.amazonaws.com';
const translate = translator(awsEntries, service);
const arnOf = (of: string, resource: string) =>
  `arn:aws:${of}:eu-central-1:111122223333:${resource}`;

const queue = arnOf('sqs', 'orders');
const secret = arnOf('secretsmanager', 'secret:db-AbCdEf');
const nat = arnOf('ec2', 'natgateway/nat-0123456789abcdef0');
const group = arnOf('autoscaling', 'autoScalingGroup:1:autoScalingGroupName/web');
const mesh = arnOf('appmesh', 'mesh/m');

const estate = estateOf(
  { address: 'aws_sqs_queue.orders', attributes: { id: 'u', arn: queue, tags: null } },
  { address: 'aws_secretsmanager_secret.db', attributes: { id: secret, arn: secret, tags: {} } },
  { address: 'aws_secretsmanager_secret_version.db', attributes: { id: 'v', arn: secret } },
  { address: 'aws_nat_gateway.a', attributes: { id: 'nat-0123456789abcdef0', tags: {} } },
  { address: 'aws_autoscaling_group.web', attributes: { id: 'web', arn: group, tag: [] } },
  { address: 'aws_appmesh_mesh.m', attributes: { id: 'm', arn: mesh, tags: {} } },
);

describe('the tagging API', () => {
  it.each<[string, JsonObject, JsonObject, Record<string, unknown>]>([
    [
      'TagResources',
      { resourceARNList: [queue, secret], tags: { Team: 'core', 'aws:x': 'y' } },
      {},
      {
        [`aws_sqs_queue ${queue}`]: sets({ 'tags.Team': 'core' }),
        [`aws_secretsmanager_secret ${secret}`]: sets({ 'tags.Team': 'core' }),
      },
    ],
    [
      'TagResources',
      { resourceARNList: [nat, mesh], tags: { a: 'b' } },
      {},
      {
        'aws_nat_gateway nat-0123456789abcdef0': sets({ 'tags.a': 'b' }),
        [`aws_appmesh_mesh ${mesh}`]: sets({ 'tags.a': 'b' }),
      },
    ],
    [
      'UntagResources',
      { resourceARNList: [queue, queue], tagKeys: ['Team'] },
      {},
      { [`aws_sqs_queue ${queue}`]: sets({ 'tags.Team': null }) },
    ],
    [
      'TagResources',
      { resourceARNList: [queue, secret], tags: { a: 'b' } },
      { failedResourcesMap: { [secret]: { statusCode: 400, errorCode: 'X' } } },
      { [`aws_sqs_queue ${queue}`]: sets({ 'tags.a': 'b' }) },
    ],
    [
      'TagResources',
      { resourceARNList: [group], tags: { a: 'b' } },
      {},
      { [`aws_autoscaling_group ${group}`]: [hidden('', 'omitted')] },
    ],
    ['TagResources', { resourceARNList: [arnOf('sqs', 'theirs')], tags: { a: 'b' } }, {}, {}],
  ])('%s %j', (operation, request, response, want) => {
    expect(translate(operation, request, response, estate)).toEqual(want);
  });

  it('says so if a resource is not managed', () => {
    const request = { resourceARNList: [arnOf('sqs', 'theirs')], tags: { a: 'b' } };
    const event = auditEvent({ service, operation: 'TagResources', request });
    expect(createCatalog(awsEntries).translate(event, estate)).toMatchObject({
      kind: 'effects',
      unmanaged: 'nothing that it names is in the state',
    });
  });

  it.each([
    [{}, [], 'resourceARNList is missing.'],
    [{ resourceARNList: [{ a: 1 }], tags: {} }, [], 'a member that is not text'],
    [{}, ['request' as const], 'The log left out the request'],
  ])('refuses %j', (request, omitted, message) => {
    const event = auditEvent({ service, operation: 'TagResources', request, omitted });
    const translation = createCatalog(awsEntries).translate(event, estate);
    expect(translation.kind === 'invalid' && translation.problem.message).toContain(message);
  });
});
