import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { awsDerivedRules } from '../../../src/providers/derived/beyond.ts';
import { lazyDerivedRules } from '../../../src/providers/derived/load.ts';
import { auditEvent, estateOf, type FakeResource } from '../catalog/event.ts';
import { schemaProblems } from '../catalog/schema.ts';

const catalog = createCatalog([], awsDerivedRules());
const account = '111122223333';
const arn = (service: string, resource: string, region = 'eu-central-1') =>
  `arn:aws:${service}:${region}:${account}:${resource}`;
const managed = (address: string, attributes: JsonObject): FakeResource => ({
  address,
  attributes,
});

interface Call {
  readonly service: string;
  readonly operation: string;
  readonly request?: JsonObject;
  readonly response?: JsonObject;
  readonly omitted?: readonly 'request'[];
}

/** The changes of a call, one line each (`derived path = value`), or why it has none. */
function reported(call: Call, ...resources: readonly FakeResource[]): readonly string[] {
  const { service, ...rest } = call;
  const event = auditEvent({ ...rest, service: `${service}.amazonaws.com` });
  const estate = estateOf(...resources);
  const translation = catalog.translate(event, estate);
  if (translation.kind === 'invalid') return [translation.problem.message];
  if (translation.kind !== 'effects') return [translation.kind];
  if (translation.unmanaged !== undefined) return [translation.unmanaged];
  return translation.effects.map(({ coverage, resource, change }) => {
    const problems = schemaProblems(resource, change);
    if (problems.length > 0) throw new Error(problems.join('; '));
    const address = estate.find(resource)?.address ?? `new ${resource.type}`;
    return `${coverage} ${address} ${textOf(change)}`;
  });
}

function textOf(change: Change): string {
  if (change.kind === 'delete') return 'deleted';
  if (change.kind === 'create') {
    const id = change.importId === undefined ? '' : ` by ${change.importId}`;
    return `made${id} ${JSON.stringify(change.attributes)}`;
  }
  if (change.kind !== 'set') return change.kind;
  const { value } = change;
  const path = change.path.length === 0 ? '*' : formatPath(change.path);
  return value.kind === 'known'
    ? `${path} = ${JSON.stringify(value.value)}`
    : `${path} is ${value.kind}`;
}

type Row = readonly [
  name: string,
  call: Call,
  resources: readonly FakeResource[],
  want: readonly string[],
];

const cluster = arn('kafka', 'cluster/events/5f1c');
const trail = managed('aws_cloudtrail.main', {
  id: 'main',
  name: 'main',
  arn: arn('cloudtrail', 'trail/main'),
});
const files = managed('aws_efs_file_system.a', { id: 'fs-0123456789abcdef0' });
const repository = managed('aws_ecr_repository.web', {
  id: 'web',
  name: 'web',
  arn: arn('ecr', 'repository/web'),
});
const gateway = managed('aws_ec2_transit_gateway.a', { id: 'tgw-0123456789abcdef0' });
const stage = managed('aws_api_gateway_stage.prod', {
  id: 'ags-a1b2c3-prod',
  rest_api_id: 'a1b2c3',
  stage_name: 'prod',
});
const webAcl = managed('aws_wafv2_web_acl.shop', {
  id: '8f4c2b1e-aaaa-bbbb-cccc-0123456789ab',
  name: 'shop',
  arn: arn('wafv2', 'regional/webacl/shop/8f4c2b1e-aaaa-bbbb-cccc-0123456789ab'),
});
const nodes = managed('aws_eks_node_group.workers', {
  id: 'prod:workers',
  cluster_name: 'prod',
  node_group_name: 'workers',
});
const route = managed('aws_appmesh_route.checkout', {
  id: '0a0a0a0a-1111-2222-3333-444444444444',
  mesh_name: 'shop',
  virtual_router_name: 'router',
  name: 'checkout',
});
const domain = managed('aws_opensearch_domain.logs', {
  id: arn('es', 'domain/logs'),
  arn: arn('es', 'domain/logs'),
  domain_name: 'logs',
});
const machine = managed('aws_sfn_state_machine.orders', {
  id: arn('states', 'stateMachine:orders'),
  arn: arn('states', 'stateMachine:orders'),
});
const job = managed('aws_glue_job.nightly', { id: 'nightly', name: 'nightly' });
const stream = managed('aws_kinesis_stream.clicks', {
  id: arn('kinesis', 'stream/clicks'),
  arn: arn('kinesis', 'stream/clicks'),
  name: 'clicks',
});
const warehouse = managed('aws_redshift_cluster.dw', { id: 'dw', cluster_identifier: 'dw' });

const derivedRows: readonly Row[] = [
  [
    'a member by its own name',
    {
      service: 'kafka',
      operation: 'UpdateMonitoring',
      request: { clusterArn: cluster, currentVersion: 'K3', enhancedMonitoring: 'PER_BROKER' },
    },
    [managed('aws_msk_cluster.events', { id: cluster, arn: cluster })],
    ['derived aws_msk_cluster.events enhanced_monitoring = "PER_BROKER"'],
  ],
  [
    'members of a block',
    {
      service: 'apprunner',
      operation: 'UpdateService',
      request: {
        serviceArn: arn('apprunner', 'service/web/1'),
        instanceConfiguration: { cpu: '1 vCPU', memory: '2 GB' },
      },
    },
    [managed('aws_apprunner_service.web', { arn: arn('apprunner', 'service/web/1') })],
    [
      'derived aws_apprunner_service.web instance_configuration[0].cpu = "1 vCPU"',
      'derived aws_apprunner_service.web instance_configuration[0].memory = "2 GB"',
    ],
  ],
  [
    'numbers',
    {
      service: 'elasticfilesystem',
      operation: 'UpdateFileSystem',
      request: {
        fileSystemId: 'fs-0123456789abcdef0',
        throughputMode: 'provisioned',
        provisionedThroughputInMibps: 128,
      },
    },
    [files],
    [
      'derived aws_efs_file_system.a provisioned_throughput_in_mibps = 128',
      'derived aws_efs_file_system.a throughput_mode = "provisioned"',
    ],
  ],
  [
    'a block that is a list: that it changed, not to what',
    {
      service: 'elasticfilesystem',
      operation: 'PutLifecycleConfiguration',
      request: {
        fileSystemId: 'fs-0123456789abcdef0',
        lifecyclePolicies: [{ transitionToIA: 'x' }],
      },
    },
    [files],
    ['derived aws_efs_file_system.a lifecycle_policy is omitted'],
  ],
  [
    'a setting of a repository',
    {
      service: 'ecr',
      operation: 'PutImageTagMutability',
      request: { registryId: account, repositoryName: 'web', imageTagMutability: 'IMMUTABLE' },
    },
    [repository],
    ['derived aws_ecr_repository.web image_tag_mutability = "IMMUTABLE"'],
  ],
  [
    'newer calls of EC2, in their wrapper',
    {
      service: 'ec2',
      operation: 'ModifyTransitGateway',
      request: {
        ModifyTransitGatewayRequest: {
          TransitGatewayId: 'tgw-0123456789abcdef0',
          Options: { DnsSupport: 'disable' },
        },
      },
    },
    [gateway],
    ['derived aws_ec2_transit_gateway.a dns_support = "disable"'],
  ],
  [
    'a trail',
    {
      service: 'cloudtrail',
      operation: 'UpdateTrail',
      request: { name: 'main', isMultiRegionTrail: false },
    },
    [trail],
    ['derived aws_cloudtrail.main is_multi_region_trail = false'],
  ],
  [
    'a detector',
    {
      service: 'guardduty',
      operation: 'UpdateDetector',
      request: { detectorId: '12abc34d567e8fa901bc2d34e56789f0', enable: false },
    },
    [managed('aws_guardduty_detector.main', { id: '12abc34d567e8fa901bc2d34e56789f0' })],
    ['derived aws_guardduty_detector.main enable = false'],
  ],
  [
    'a child, by the names of both',
    {
      service: 'eks',
      operation: 'UpdateNodegroupConfig',
      request: { clusterName: 'prod', nodegroupName: 'workers', scalingConfig: { desiredSize: 5 } },
    },
    [nodes],
    ['derived aws_eks_node_group.workers scaling_config[0].desired_size = 5'],
  ],
  [
    'a child of a child',
    {
      service: 'appmesh',
      operation: 'UpdateRoute',
      request: {
        meshName: 'shop',
        virtualRouterName: 'router',
        routeName: 'checkout',
        spec: { priority: 1 },
      },
    },
    [route],
    ['derived aws_appmesh_route.checkout spec[0].priority = 1'],
  ],
  [
    'a search domain',
    {
      service: 'es',
      operation: 'UpdateDomainConfig',
      request: { domainName: 'logs', clusterConfig: { instanceCount: 3 } },
    },
    [domain],
    ['derived aws_opensearch_domain.logs cluster_config[0].instance_count = 3'],
  ],
  [
    'a distribution: what is plain in it, and that its origins changed',
    {
      service: 'cloudfront',
      operation: 'UpdateDistribution',
      request: {
        id: 'E1ABCDEF',
        ifMatch: 'E2',
        distributionConfig: {
          enabled: false,
          comment: 'shop',
          origins: { quantity: 1, items: [] },
        },
      },
    },
    [managed('aws_cloudfront_distribution.shop', { id: 'E1ABCDEF' })],
    [
      'derived aws_cloudfront_distribution.shop comment = "shop"',
      'derived aws_cloudfront_distribution.shop enabled = false',
      'derived aws_cloudfront_distribution.shop origin is omitted',
    ],
  ],
  [
    'a state machine',
    {
      service: 'states',
      operation: 'UpdateStateMachine',
      request: { stateMachineArn: arn('states', 'stateMachine:orders'), definition: '{}' },
    },
    [machine],
    ['derived aws_sfn_state_machine.orders definition = "{}"'],
  ],
  [
    'members within a wrapper',
    {
      service: 'glue',
      operation: 'UpdateJob',
      request: {
        jobName: 'nightly',
        jobUpdate: { maxRetries: 2, defaultArguments: { '--a': 'b' } },
      },
    },
    [job],
    [
      'derived aws_glue_job.nightly default_arguments = {"--a":"b"}',
      'derived aws_glue_job.nightly max_retries = 2',
    ],
  ],
  [
    'a masked value stays masked, and what no rule places is told',
    {
      service: 'redshift',
      operation: 'ModifyCluster',
      request: { clusterIdentifier: 'dw', numberOfNodes: 4, kmsKeyId: '****', other: 1 },
    },
    [warehouse],
    [
      'derived aws_redshift_cluster.dw kms_key_id is redacted',
      'derived aws_redshift_cluster.dw number_of_nodes = 4',
      'touched aws_redshift_cluster.dw * is omitted',
    ],
  ],
  [
    'rules of a web ACL: that they changed',
    {
      service: 'wafv2',
      operation: 'UpdateWebACL',
      request: {
        name: 'shop',
        id: '8f4c2b1e-aaaa-bbbb-cccc-0123456789ab',
        scope: 'REGIONAL',
        lockToken: 'x',
        defaultAction: { allow: {} },
        rules: [],
      },
    },
    [webAcl],
    [
      'derived aws_wafv2_web_acl.shop default_action[0].allow is omitted',
      'derived aws_wafv2_web_acl.shop rule is omitted',
    ],
  ],
  [
    'tags',
    {
      service: 'elasticfilesystem',
      operation: 'TagResource',
      request: { resourceId: 'fs-0123456789abcdef0', tags: [{ key: 'team', value: 'shop' }] },
    },
    [files],
    ['derived aws_efs_file_system.a tags.team = "shop"'],
  ],
  [
    'tags that go',
    {
      service: 'ecr',
      operation: 'UntagResource',
      request: { resourceArn: arn('ecr', 'repository/web'), tagKeys: ['team'] },
    },
    [repository],
    ['derived aws_ecr_repository.web tags.team = null'],
  ],
  [
    'a deletion',
    { service: 'ecr', operation: 'DeleteRepository', request: { repositoryName: 'web' } },
    [repository],
    ['derived aws_ecr_repository.web deleted'],
  ],
  [
    'a deletion of a child',
    {
      service: 'eks',
      operation: 'DeleteNodegroup',
      request: { clusterName: 'prod', nodegroupName: 'workers' },
    },
    [nodes],
    ['derived aws_eks_node_group.workers deleted'],
  ],
  [
    'a creation that is imported by a generated id',
    {
      service: 'ec2',
      operation: 'CreateTransitGateway',
      request: {
        description: 'hub',
        options: { amazonSideAsn: 64512 },
        tagSpecificationSet: {
          items: [{ resourceType: 'transit-gateway', tags: [{ key: 'Name', value: 'hub' }] }],
        },
      },
      response: { transitGateway: { transitGatewayId: 'tgw-0fedcba9876543210' } },
    },
    [],
    [
      'derived new aws_ec2_transit_gateway made by tgw-0fedcba9876543210 {"description":"hub","amazon_side_asn":64512,"tags":{"Name":"hub"}}',
    ],
  ],
  [
    'a creation that nobody can say how to import',
    {
      service: 'ecr',
      operation: 'CreateRepository',
      request: { repositoryName: 'new', imageTagMutability: 'MUTABLE' },
    },
    [],
    ['derived new aws_ecr_repository made {"image_tag_mutability":"MUTABLE","name":"new"}'],
  ],
];

const touchedRows: readonly Row[] = [
  [
    'patch operations',
    {
      service: 'apigateway',
      operation: 'UpdateStage',
      request: { restApiId: 'a1b2c3', stageName: 'prod', patchOperations: [{ op: 'replace' }] },
    },
    [stage],
    ['touched aws_api_gateway_stage.prod * is omitted'],
  ],
  [
    'a verb without values',
    {
      service: 'cloudtrail',
      operation: 'StopLogging',
      request: { name: arn('cloudtrail', 'trail/main') },
    },
    [trail],
    ['touched aws_cloudtrail.main * is omitted'],
  ],
  [
    'a value under another name',
    {
      service: 'kinesis',
      operation: 'UpdateShardCount',
      request: { streamName: 'clicks', targetShardCount: 4, scalingType: 'UNIFORM_SCALING' },
    },
    [stream],
    ['touched aws_kinesis_stream.clicks * is omitted'],
  ],
  [
    'what joins a list',
    {
      service: 'kinesis',
      operation: 'EnableEnhancedMonitoring',
      request: { streamName: 'clicks', shardLevelMetrics: ['IncomingBytes'] },
    },
    [stream],
    ['touched aws_kinesis_stream.clicks * is omitted'],
  ],
  [
    'a service without a model, by value',
    { service: 'opsworks', operation: 'UpdateStack', request: { stackId: '0a1b2c3d' } },
    [managed('aws_opsworks_stack.main', { id: '0a1b2c3d' })],
    ['touched aws_opsworks_stack.main * is omitted'],
  ],
  [
    'a deletion that only a value points at',
    { service: 'opsworks', operation: 'DeleteStack', request: { stackId: '0a1b2c3d' } },
    [managed('aws_opsworks_stack.main', { id: '0a1b2c3d' })],
    ['touched aws_opsworks_stack.main * is omitted'],
  ],
  [
    'a request that the log left out',
    {
      service: 'opsworks',
      operation: 'UpdateStack',
      omitted: ['request'],
      response: { stackId: '0a1b2c3d' },
    },
    [managed('aws_opsworks_stack.main', { id: '0a1b2c3d' })],
    ['touched aws_opsworks_stack.main * is omitted'],
  ],
];

const otherRows: readonly Row[] = [
  [
    'one that is not in the state',
    { service: 'ecr', operation: 'DeleteRepository', request: { repositoryName: 'other' } },
    [repository],
    ['derived new aws_ecr_repository deleted'],
  ],
  [
    'a namesake in another region',
    { service: 'ecr', operation: 'DeleteRepository', request: { repositoryName: 'web' } },
    [
      managed('aws_ecr_repository.web', {
        name: 'web',
        arn: arn('ecr', 'repository/web', 'us-east-1'),
      }),
    ],
    ['it concerns a namesake of aws_ecr_repository.web in another account or region'],
  ],
  [
    'two that it could mean',
    {
      service: 'opsworks',
      operation: 'UpdateStack',
      request: { stackId: '0a1b', otherId: '9z8y' },
    },
    [
      managed('aws_opsworks_stack.a', { id: '0a1b' }),
      managed('aws_opsworks_stack.b', { id: '9z8y' }),
    ],
    [
      'UpdateStack (opsworks.amazonaws.com) could mean aws_opsworks_stack.a or aws_opsworks_stack.b.',
    ],
  ],
  [
    'one that it does not name',
    { service: 'opsworks', operation: 'UpdateStack', request: {} },
    [managed('aws_opsworks_stack.main', { id: '0a1b2c3d' })],
    [
      'UpdateStack (opsworks.amazonaws.com) changes aws_opsworks_stack, and the log does not name which.',
    ],
  ],
  [
    'nothing of the type is managed',
    { service: 'opsworks', operation: 'UpdateStack', request: {} },
    [],
    ['no aws_opsworks_stack is in the state'],
  ],
  [
    'a call that leaves all as it was',
    { service: 'athena', operation: 'StartQueryExecution', request: { queryString: 'SELECT 1' } },
    [managed('aws_athena_database.logs', { id: 'logs', name: 'logs' })],
    [],
  ],
  [
    'an operation that no managed type has',
    { service: 'opsworks', operation: 'ReticulateSplines' },
    [],
    ['unknown-operation'],
  ],
];

describe.each([
  ['derived', derivedRows],
  ['touched', touchedRows],
  ['neither', otherRows],
])('%s', (_, rows) => {
  it.each(rows)('%s', (_, call, resources, want) => {
    expect(reported(call, ...resources)).toEqual(want);
  });
});

describe('the data', () => {
  it('is not read for an operation that has a hand-written entry', () => {
    const load = (): never => {
      throw new Error('it was read');
    };
    const lazy = createCatalog(awsEntries, awsDerivedRules(lazyDerivedRules(load)));
    const call = { service: 'sqs.amazonaws.com', operation: 'SetQueueAttributes' };
    const request = { queueUrl: 'https://sqs.eu-central-1.amazonaws.com/111122223333/orders' };

    expect(lazy.translate(auditEvent({ ...call, request }), estateOf()).kind).toBe('effects');
    expect(() => lazy.knows('dax.amazonaws.com', 'UpdateCluster')).toThrow('it was read');
  });
});

describe('an operation that has a hand-written entry', () => {
  const both = createCatalog(awsEntries, awsDerivedRules());
  const event = auditEvent({
    service: 'rds.amazonaws.com',
    operation: 'ModifyDBCluster',
    request: { dBClusterIdentifier: 'docs', backupRetentionPeriod: 7 },
  });

  it('is about the managed resource of another type that shares it', () => {
    const estate = estateOf(
      managed('aws_docdb_cluster.docs', { id: 'docs', cluster_identifier: 'docs' }),
    );
    const translation = both.translate(event, estate);
    const effects = translation.kind === 'effects' ? translation.effects : [];

    expect(effects.map(({ coverage, resource }) => [coverage, resource.type])).toEqual([
      ['derived', 'aws_docdb_cluster'],
    ]);
  });

  it.each([
    ['its own type is managed', managed('aws_rds_cluster.docs', { cluster_identifier: 'docs' })],
    ['nothing is managed', managed('aws_docdb_cluster.other', { id: 'other' })],
  ])('is translated by the entry where %s', (_, resource) => {
    const translation = both.translate(event, estateOf(resource));
    const effects = translation.kind === 'effects' ? translation.effects : [];

    expect(effects.map(({ coverage, resource: { type } }) => [coverage, type])).toEqual([
      [undefined, 'aws_rds_cluster'],
    ]);
  });
});

describe('a call that has an entry', () => {
  it('is a finding where it could mean several resources of types that no entry knows', () => {
    const whole = createCatalog(awsEntries, awsDerivedRules());
    const event = auditEvent({
      service: 'elasticache.amazonaws.com',
      operation: 'AddTagsToResource',
      request: { resourceName: 'readers', tags: [{ key: 'a', value: 'b' }] },
    });
    const user = managed('aws_elasticache_user.readers', { id: 'readers' });
    const group = managed('aws_elasticache_user_group.readers', { id: 'readers' });
    expect(whole.translate(event, estateOf(user))).toMatchObject({
      kind: 'effects',
      effects: [{ resource: { type: 'aws_elasticache_user' } }],
    });
    expect(whole.translate(event, estateOf(user, group))).toMatchObject({
      kind: 'invalid',
      problem: { code: 'ambiguous-resource', message: expect.stringContaining(group.address) },
    });
  });
});
