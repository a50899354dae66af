import { change, keyValues, type Mutator, removal, tagging, text } from '../mutator.ts';

const balanced = [
  ['load balancer', 'aws_lb'],
  ['target group', 'aws_lb_target_group'],
  ['listener', 'aws_lb_listener'],
  ['listener rule', 'aws_lb_listener_rule'],
] as const;

/** Load balancers and their targets. */
export const balancers: readonly Mutator[] = [
  change<number>({
    name: 'load balancer: idle seconds',
    type: 'aws_lb',
    calls: ['elasticloadbalancing ModifyLoadBalancerAttributes'],
    from: 'idle_timeout',
    to: [30, 90, 240],
    set: ({ elbv2 }, now, seconds) =>
      elbv2.modifyLoadBalancerAttributes({
        LoadBalancerArn: text(now, 'arn'),
        Attributes: [{ Key: 'idle_timeout.timeout_seconds', Value: `${seconds}` }],
      }),
  }),
  change<boolean>({
    name: 'load balancer: protection',
    type: 'aws_lb',
    calls: ['elasticloadbalancing ModifyLoadBalancerAttributes'],
    from: 'enable_deletion_protection',
    to: [true, false],
    set: ({ elbv2 }, now, on) =>
      elbv2.modifyLoadBalancerAttributes({
        LoadBalancerArn: text(now, 'arn'),
        Attributes: [{ Key: 'deletion_protection.enabled', Value: `${on}` }],
      }),
  }),
  change<string>({
    name: 'target group: path of checks',
    type: 'aws_lb_target_group',
    calls: ['elasticloadbalancing ModifyTargetGroup'],
    from: 'health_check.0.path',
    to: ['/ready', '/health/deep'],
    set: ({ elbv2 }, now, HealthCheckPath) =>
      elbv2.modifyTargetGroup({ TargetGroupArn: text(now, 'arn'), HealthCheckPath }),
  }),
  change<number>({
    name: 'target group: pace of checks',
    type: 'aws_lb_target_group',
    calls: ['elasticloadbalancing ModifyTargetGroup'],
    from: 'health_check.0.interval',
    to: [10, 20, 60],
    set: ({ elbv2 }, now, HealthCheckIntervalSeconds) =>
      elbv2.modifyTargetGroup({ TargetGroupArn: text(now, 'arn'), HealthCheckIntervalSeconds }),
  }),
  change<string>({
    name: 'target group: seconds to leave',
    type: 'aws_lb_target_group',
    calls: ['elasticloadbalancing ModifyTargetGroupAttributes'],
    from: 'deregistration_delay',
    to: ['30', '120'],
    set: ({ elbv2 }, now, Value) =>
      elbv2.modifyTargetGroupAttributes({
        TargetGroupArn: text(now, 'arn'),
        Attributes: [{ Key: 'deregistration_delay.timeout_seconds', Value }],
      }),
  }),
  removal({
    name: 'target group: machine taken out',
    type: 'aws_lb_target_group_attachment',
    calls: ['elasticloadbalancing DeregisterTargets', 'elasticloadbalancing RegisterTargets'],
    act: ({ elbv2 }, now) =>
      elbv2.deregisterTargets({
        TargetGroupArn: text(now, 'target_group_arn'),
        Targets: [{ Id: text(now, 'target_id'), Port: Number(now['port']) }],
      }),
    undo: ({ elbv2 }, now) =>
      elbv2.registerTargets({
        TargetGroupArn: text(now, 'target_group_arn'),
        Targets: [{ Id: text(now, 'target_id'), Port: Number(now['port']) }],
      }),
  }),
  change<number>({
    name: 'listener rule: rank',
    type: 'aws_lb_listener_rule',
    calls: ['elasticloadbalancing SetRulePriorities'],
    from: 'priority',
    to: [15, 42],
    set: ({ elbv2 }, now, Priority) =>
      elbv2.setRulePriorities({ RulePriorities: [{ RuleArn: text(now, 'arn'), Priority }] }),
  }),
  ...balanced.map(([name, type]) =>
    tagging({
      name,
      type,
      tag: [
        'elasticloadbalancing AddTags',
        ({ elbv2 }, now, tags) =>
          elbv2.addTags({ ResourceArns: [text(now, 'arn')], Tags: keyValues(tags) }),
      ],
      untag: [
        'elasticloadbalancing RemoveTags',
        ({ elbv2 }, now, TagKeys) =>
          elbv2.removeTags({ ResourceArns: [text(now, 'arn')], TagKeys: [...TagKeys] }),
      ],
    }),
  ),
];
