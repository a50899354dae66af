import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const compute = useProject('aws-compute');

runCases(
  compute,
  'machines and what hangs on them',
  [
    {
      name: 'volume of a map made larger',
      by: 'on call',
      act: ({ ec2, text }) =>
        ec2.modifyVolume({ VolumeId: text('aws_ebs_volume.grain["saw"]'), Size: 40 }),
      expect: {
        kind: 'codified',
        at: ['aws_ebs_volume.grain["saw"]'],
        in: ['machines.tf'],
        writes: ['volume = 40 } # runs at night only'],
      },
    },
    {
      name: 'volume taken off a machine',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.detachVolume({
          VolumeId: text('aws_ebs_volume.grain["saw"]'),
          InstanceId: text('aws_instance.this["saw"]'),
          Device: '/dev/sdh',
        }),
      expect: {
        kind: 'removed',
        at: ['aws_volume_attachment.saw'],
        in: ['machines.tf'],
        drops: ['resource "aws_volume_attachment" "saw" {'],
        loses: ['# The saw keeps its boards here.'],
      },
    },
    {
      name: 'key pair of another team',
      by: 'cli human',
      act: ({ ec2, text }) =>
        ec2.createTags({
          Resources: [text('aws_key_pair.operators', 'key_pair_id')],
          Tags: [{ Key: 'Team', Value: 'night-shift' }],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_key_pair.operators'],
        in: ['machines.tf'],
        writes: ['Team = "night-shift"'],
      },
    },
    {
      name: 'address taken off a machine',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.disassociateAddress({ AssociationId: text('aws_eip_association.press') }),
      expect: {
        kind: 'removed',
        at: ['aws_eip_association.press'],
        in: ['machines.tf'],
        drops: ['resource "aws_eip_association" "press" {'],
      },
    },
    {
      name: 'snapshot named in another way',
      by: 'cli human',
      act: ({ ec2, text }) =>
        ec2.createTags({
          Resources: [text('aws_ebs_snapshot.grain')],
          Tags: [{ Key: 'Name', Value: 'harvest-2025' }],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_ebs_snapshot.grain'],
        in: ['machines.tf'],
        writes: ['Name = "harvest-2025"'],
      },
    },
    {
      name: 'snapshot no longer shared',
      by: 'security bot',
      act: ({ ec2, text }) =>
        ec2.modifySnapshotAttribute({
          SnapshotId: text('aws_ebs_snapshot.grain'),
          Attribute: 'createVolumePermission',
          CreateVolumePermission: { Remove: [{ UserId: '210987654321' }] },
        }),
      expect: {
        kind: 'removed',
        at: ['aws_snapshot_create_volume_permission.auditors'],
        in: ['machines.tf'],
        drops: ['resource "aws_snapshot_create_volume_permission" "auditors" {'],
      },
    },
    {
      name: 'image that became golden',
      by: 'console human',
      act: ({ ec2, text }) =>
        ec2.createTags({
          Resources: [text('aws_ami_from_instance.saw')],
          Tags: [{ Key: 'Golden', Value: 'yes' }],
        }),
      expect: {
        kind: 'codified',
        at: ['aws_ami_from_instance.saw'],
        in: ['machines.tf'],
        writes: ['Golden = "yes"'],
      },
    },
    {
      name: 'image shared with one partner less',
      by: 'security bot',
      act: ({ ec2, text }) =>
        ec2.modifyImageAttribute({
          ImageId: text('aws_ami_from_instance.saw'),
          Attribute: 'launchPermission',
          LaunchPermission: { Remove: [{ UserId: '345678901234' }] },
        }),
      expect: {
        kind: 'removed',
        at: ['aws_ami_launch_permission.partner["345678901234"]'],
        in: ['machines.tf'],
        writes: ['toset(["210987654321"])'],
      },
    },
    {
      name: 'encryption by default switched off',
      by: 'unknown role',
      act: ({ ec2 }) => ec2.disableEbsEncryptionByDefault({}),
      expect: {
        kind: 'codified',
        at: ['aws_ebs_encryption_by_default.this'],
        in: ['machines.tf'],
        writes: ['enabled = false'],
      },
    },
  ],
  { args: ['--adopt', 'related'] },
);

runCases(compute, 'a fleet behind a balancer', [
  {
    name: 'tag of a group that is a resource',
    by: 'cost bot',
    act: ({ autoscaling }) =>
      autoscaling.createOrUpdateTags({
        Tags: [
          {
            ResourceId: 'mill-wheel',
            ResourceType: 'auto-scaling-group',
            Key: 'Owner',
            Value: 'bakers',
            PropagateAtLaunch: false,
          },
        ],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_autoscaling_group_tag.owner', 'aws_autoscaling_group.wheel'],
      in: ['fleet.tf'],
      writes: ['value = "bakers"'],
    },
  },
  {
    name: 'group taken out of the balancer',
    by: 'on call',
    act: ({ autoscaling, text }) =>
      autoscaling.detachLoadBalancerTargetGroups({
        AutoScalingGroupName: 'mill-wheel',
        TargetGroupARNs: [text('aws_lb_target_group.this["flour"]', 'arn')],
      }),
    expect: {
      kind: 'removed',
      at: ['aws_autoscaling_attachment.wheel'],
      in: ['fleet.tf'],
      drops: ['resource "aws_autoscaling_attachment" "wheel" {'],
    },
  },
  {
    name: 'larger steps of a policy',
    by: 'console human',
    act: ({ autoscaling }) =>
      autoscaling.putScalingPolicy({
        AutoScalingGroupName: 'mill-wheel',
        PolicyName: 'mill-out',
        AdjustmentType: 'ChangeInCapacity',
        ScalingAdjustment: 2,
        Cooldown: 120,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_autoscaling_policy.out'],
      in: ['fleet.tf'],
      writes: ['scaling_adjustment = 2', 'cooldown = 120'],
    },
  },
  {
    name: 'schedule of a map moved',
    by: 'cli human',
    act: ({ autoscaling }) =>
      autoscaling.putScheduledUpdateGroupAction({
        AutoScalingGroupName: 'mill-wheel',
        ScheduledActionName: 'open',
        Recurrence: '0 4 * * 1-6',
        MinSize: 1,
        MaxSize: 4,
        DesiredCapacity: 1,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_autoscaling_schedule.this["open"]'],
      in: ['fleet.tf'],
      writes: ['open = { cron = "0 4 * * 1-6", min = 1 }'],
    },
  },
  {
    name: 'hook that waits longer',
    by: 'on call',
    act: ({ autoscaling }) =>
      autoscaling.putLifecycleHook({
        AutoScalingGroupName: 'mill-wheel',
        LifecycleHookName: 'drain',
        LifecycleTransition: 'autoscaling:EC2_INSTANCE_TERMINATING',
        HeartbeatTimeout: 900,
        DefaultResult: 'CONTINUE',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_autoscaling_lifecycle_hook.drain'],
      in: ['fleet.tf'],
      writes: ['heartbeat_timeout = 900 # the longest grind'],
    },
  },
  {
    name: 'launch configuration of old deleted',
    by: 'cost bot',
    act: ({ autoscaling }) =>
      autoscaling.deleteLaunchConfiguration({ LaunchConfigurationName: 'mill-2019' }),
    expect: {
      kind: 'removed',
      at: ['aws_launch_configuration.old'],
      in: ['fleet.tf'],
      drops: ['resource "aws_launch_configuration" "old" {'],
      loses: ['# What the wheel ran on until launch templates came.'],
    },
  },
  {
    name: 'balancer that waits longer, with a tag',
    by: 'on call',
    act: async ({ elbv2, text }) => {
      const arn = text('aws_lb.front', 'arn');
      await elbv2.modifyLoadBalancerAttributes({
        LoadBalancerArn: arn,
        Attributes: [{ Key: 'idle_timeout.timeout_seconds', Value: '180' }],
      });
      await elbv2.addTags({ ResourceArns: [arn], Tags: [{ Key: 'Tier', Value: 'inner' }] });
    },
    expect: {
      kind: 'codified',
      at: ['aws_lb.front'],
      in: ['balancer.tf'],
      writes: ['idle_timeout = 180', 'Tier = "inner"'],
    },
  },
  {
    name: 'health check of a map',
    by: 'console human',
    act: ({ elbv2, text }) =>
      elbv2.modifyTargetGroup({
        TargetGroupArn: text('aws_lb_target_group.this["bread"]', 'arn'),
        HealthCheckPath: '/ready/deep',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_lb_target_group.this["bread"]'],
      in: ['balancer.tf'],
      writes: ['bread = { port = 9090, path = "/ready/deep" }'],
    },
  },
  {
    name: 'machine taken out of a target group',
    by: 'on call',
    act: ({ elbv2, text }) =>
      elbv2.deregisterTargets({
        TargetGroupArn: text('aws_lb_target_group.this["bread"]', 'arn'),
        Targets: [{ Id: text('aws_instance.this["saw"]'), Port: 9091 }],
      }),
    expect: {
      kind: 'removed',
      at: ['aws_lb_target_group_attachment.saw'],
      in: ['balancer.tf'],
      drops: ['resource "aws_lb_target_group_attachment" "saw" {'],
    },
  },
  {
    name: 'listener that sends people elsewhere',
    by: 'on call',
    act: ({ elbv2, text }) =>
      elbv2.modifyListener({
        ListenerArn: text('aws_lb_listener.http', 'arn'),
        DefaultActions: [
          {
            Type: 'fixed-response',
            FixedResponseConfig: {
              StatusCode: '503',
              ContentType: 'text/plain',
              MessageBody: 'Back at noon',
            },
          },
        ],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_lb_listener.http'],
      in: ['balancer.tf'],
      writes: ['type = "fixed-response"', 'message_body = "Back at noon"'],
      drops: ['target_group_arn = aws_lb_target_group.this["flour"].arn'],
    },
  },
  {
    name: 'rule for more paths, earlier',
    by: 'console human',
    act: async ({ elbv2, text }) => {
      const RuleArn = text('aws_lb_listener_rule.bread', 'arn');
      await elbv2.modifyRule({
        RuleArn,
        Conditions: [
          { Field: 'path-pattern', PathPatternConfig: { Values: ['/bread/*', '/cake/*'] } },
        ],
      });
      await elbv2.setRulePriorities({ RulePriorities: [{ RuleArn, Priority: 20 }] });
    },
    expect: {
      kind: 'codified',
      at: ['aws_lb_listener_rule.bread'],
      in: ['balancer.tf'],
      writes: ['values = ["/bread/*", "/cake/*"]', 'priority = 20'],
    },
  },
]);
