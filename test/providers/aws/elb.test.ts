import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import type { Estate } from '../../../src/providers/catalog/types.ts';
import { add, hidden, sets, translator } from '../catalog/changes.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'elasticloadbalancing.amazonaws.com');
const arn = (rest: string) => `arn:aws:elasticloadbalancing:eu-central-1:111122223333:${rest}`;
const lbArn = arn('loadbalancer/app/web/1');
const groupArn = arn('targetgroup/web/1');
const listenerArn = arn('listener/app/web/1/2');
const ruleArn = arn('listener-rule/app/web/1/2/3');
const lb = { loadBalancerArn: lbArn };
const attributes = (pairs: Readonly<Record<string, string>>) => ({
  attributes: Object.entries(pairs).map(([key, value]) => ({ key, value })),
});

describe('changes', () => {
  it.each<[string, JsonObject, string, readonly Change[], Estate?]>([
    [
      'ModifyLoadBalancerAttributes',
      {
        ...lb,
        ...attributes({
          'idle_timeout.timeout_seconds': '120',
          'deletion_protection.enabled': 'true',
          'access_logs.s3.bucket': 'logs',
          'some.new.attribute': 'x',
        }),
      },
      `aws_lb ${lbArn}`,
      sets({ idle_timeout: 120, enable_deletion_protection: true, 'access_logs.0.bucket': 'logs' }),
    ],
    [
      'SetSecurityGroups',
      { ...lb, securityGroups: ['sg-2', 'sg-1'] },
      `aws_lb ${lbArn}`,
      sets({ security_groups: ['sg-1', 'sg-2'] }),
    ],
    [
      'SetSecurityGroups',
      { ...lb, securityGroups: ['sg-1'] },
      `aws_alb ${lbArn}`,
      sets({ security_groups: ['sg-1'] }),
      estateOf({ address: 'aws_alb.web', attributes: { arn: lbArn } }),
    ],
    [
      'SetSubnets',
      { ...lb, subnets: ['s-1'], subnetMappings: [{ subnetId: 's-0' }] },
      `aws_lb ${lbArn}`,
      sets({ subnets: ['s-0', 's-1'] }),
    ],
    [
      'SetIpAddressType',
      { ...lb, ipAddressType: 'dualstack' },
      `aws_lb ${lbArn}`,
      sets({ ip_address_type: 'dualstack' }),
    ],
    ['DeleteLoadBalancer', lb, `aws_lb ${lbArn}`, [{ kind: 'delete' }]],
    ['DeleteLoadBalancer', { loadBalancerName: 'old' }, 'aws_elb old', [{ kind: 'delete' }]],
    [
      'ModifyLoadBalancerAttributes',
      {
        loadBalancerName: 'old',
        loadBalancerAttributes: { connectionSettings: { idleTimeout: 90 } },
      },
      'aws_elb old',
      sets({ idle_timeout: 90 }),
    ],
    [
      'RegisterInstancesWithLoadBalancer',
      { loadBalancerName: 'old', instances: [{ instanceId: 'i-1' }] },
      'aws_elb old',
      [add('instances', 'i-1')],
    ],
    [
      'ModifyListener',
      {
        listenerArn,
        port: 443,
        protocol: 'HTTPS',
        sslPolicy: 'ELBSecurityPolicy-TLS13-1-2-2021-06',
        certificates: [{ certificateArn: 'arn:cert' }],
        defaultActions: [{ type: 'forward', targetGroupArn: groupArn }],
      },
      `aws_lb_listener ${listenerArn}`,
      sets({
        certificate_arn: 'arn:cert',
        default_action: [{ target_group_arn: groupArn, type: 'forward' }],
        port: 443,
        protocol: 'HTTPS',
        ssl_policy: 'ELBSecurityPolicy-TLS13-1-2-2021-06',
      }),
    ],
    [
      'ModifyListener',
      {
        listenerArn,
        defaultActions: [
          {
            type: 'authenticate-oidc',
            authenticateOidcConfig: { clientSecret: 'HIDDEN_DUE_TO_SECURITY_REASONS' },
          },
        ],
      },
      `aws_lb_listener ${listenerArn}`,
      [hidden('default_action', 'redacted')],
    ],
    [
      'ModifyRule',
      {
        ruleArn,
        actions: [
          {
            type: 'forward',
            forwardConfig: {
              targetGroups: [
                { targetGroupArn: 'arn:a', weight: 90 },
                { targetGroupArn: 'arn:b', weight: 10 },
              ],
              targetGroupStickinessConfig: { enabled: false },
            },
          },
        ],
        conditions: [
          { field: 'path-pattern', pathPatternConfig: { values: ['/b', '/a'] } },
          { field: 'host-header', values: ['example.com'] },
          { field: 'http-header', httpHeaderConfig: { httpHeaderName: 'X', values: ['1'] } },
          { field: 'query-string', queryStringConfig: { values: [{ key: 'a', value: 'b' }] } },
        ],
      },
      `aws_lb_listener_rule ${ruleArn}`,
      sets({
        action: [
          {
            type: 'forward',
            forward: [
              {
                stickiness: [{ enabled: false }],
                target_group: [
                  { arn: 'arn:a', weight: 90 },
                  { arn: 'arn:b', weight: 10 },
                ],
              },
            ],
          },
        ],
        condition: [
          { path_pattern: [{ values: ['/a', '/b'] }] },
          { host_header: [{ values: ['example.com'] }] },
          { http_header: [{ http_header_name: 'X', values: ['1'] }] },
          { query_string: [{ key: 'a', value: 'b' }] },
        ],
      }),
    ],
    [
      'SetRulePriorities',
      { rulePriorities: [{ ruleArn, priority: 5 }] },
      `aws_lb_listener_rule ${ruleArn}`,
      sets({ priority: 5 }),
    ],
    [
      'ModifyTargetGroup',
      {
        targetGroupArn: groupArn,
        healthCheckPath: '/health',
        healthCheckIntervalSeconds: 10,
        matcher: { httpCode: '200-299' },
      },
      `aws_lb_target_group ${groupArn}`,
      sets({
        'health_check.0.interval': 10,
        'health_check.0.matcher': '200-299',
        'health_check.0.path': '/health',
      }),
    ],
    [
      'ModifyTargetGroupAttributes',
      {
        targetGroupArn: groupArn,
        ...attributes({
          'deregistration_delay.timeout_seconds': '30',
          'stickiness.enabled': 'true',
          'slow_start.duration_seconds': '60',
        }),
      },
      `aws_lb_target_group ${groupArn}`,
      sets({ deregistration_delay: '30', 'stickiness.0.enabled': true, slow_start: 60 }),
    ],
    [
      'DeregisterTargets',
      { targetGroupArn: groupArn, targets: [{ id: 'i-1' }] },
      `aws_lb_target_group_attachment ${groupArn} i-1`,
      [{ kind: 'delete' }],
    ],
    [
      'AddTags',
      { resourceArns: [listenerArn], tags: [{ key: 'Team', value: 'core' }] },
      `aws_lb_listener ${listenerArn}`,
      sets({ 'tags.Team': 'core' }),
    ],
    [
      'RemoveTags',
      { resourceArns: [groupArn], tagKeys: ['Team'] },
      `aws_lb_target_group ${groupArn}`,
      sets({ 'tags.Team': null }),
    ],
    [
      'RemoveTags',
      { loadBalancerNames: ['old'], tags: [{ key: 'Team' }] },
      'aws_elb old',
      sets({ 'tags.Team': null }),
    ],
  ])('%s %j', (operation, request, on, changes, estate) => {
    expect(translate(operation, request, {}, estate)).toEqual({ [on]: changes });
  });
});

describe('creation', () => {
  it.each<[string, JsonObject, JsonObject, string, JsonObject, object]>([
    [
      'CreateLoadBalancer',
      {
        name: 'web',
        scheme: 'internal',
        type: 'application',
        subnets: ['s-1'],
        securityGroups: ['sg-1'],
      },
      { loadBalancers: [{ loadBalancerArn: lbArn }] },
      `aws_lb ${lbArn}`,
      { internal: true, name: 'web', security_groups: ['sg-1'], subnets: ['s-1'] },
      { importId: lbArn },
    ],
    [
      'CreateLoadBalancer',
      { loadBalancerName: 'old', availabilityZones: ['eu-central-1a'] },
      { dNSName: 'x' },
      'aws_elb old',
      { availability_zones: ['eu-central-1a'], name: 'old' },
      { importId: 'old' },
    ],
    [
      'CreateListener',
      {
        ...lb,
        port: 80,
        protocol: 'HTTP',
        defaultActions: [
          { type: 'redirect', redirectConfig: { protocol: 'HTTPS', statusCode: 'HTTP_301' } },
        ],
      },
      { listeners: [{ listenerArn }] },
      `aws_lb_listener ${listenerArn}`,
      {
        default_action: [
          { redirect: [{ protocol: 'HTTPS', status_code: 'HTTP_301' }], type: 'redirect' },
        ],
        load_balancer_arn: lbArn,
        port: 80,
        protocol: 'HTTP',
      },
      { importId: listenerArn, parent: { type: 'aws_lb', keys: [{ arn: lbArn }] } },
    ],
    [
      'CreateTargetGroup',
      { name: 'web', port: 80, protocol: 'HTTP', vpcId: 'vpc-1', targetType: 'instance' },
      { targetGroups: [{ targetGroupArn: groupArn }] },
      `aws_lb_target_group ${groupArn}`,
      { name: 'web', port: 80, protocol: 'HTTP', vpc_id: 'vpc-1' },
      { importId: groupArn },
    ],
    [
      'RegisterTargets',
      { targetGroupArn: groupArn, targets: [{ id: 'i-1', port: 8080 }] },
      {},
      `aws_lb_target_group_attachment ${groupArn} i-1 8080`,
      { port: 8080, target_group_arn: groupArn, target_id: 'i-1' },
      { parent: { type: 'aws_lb_target_group', keys: [{ arn: groupArn }] } },
    ],
  ])('%s %j', (operation, request, response, name, attributes, details) => {
    expect(translate(operation, request, response)).toEqual({
      [name]: [{ kind: 'create', attributes, ...details }],
    });
  });
});
