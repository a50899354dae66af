import { useProject } from '../harness/project.ts';
import { runCase, runCases } from '../harness/run.ts';

const flat = useProject('flat');

runCases(flat, 'compute', [
  {
    name: 'instance stopped, resized and started',
    by: 'console human',
    act: async ({ ec2, text, wait }) => {
      const InstanceId = text('aws_instance.bastion');
      await ec2.stopInstances({ InstanceIds: [InstanceId] });
      wait(60);
      await ec2.modifyInstanceAttribute({ InstanceId, InstanceType: { Value: 't3.small' } });
      await ec2.startInstances({ InstanceIds: [InstanceId] });
    },
    expect: {
      kind: 'codified',
      at: ['aws_instance.bastion'],
      in: ['compute.tf'],
      writes: ['instance_type = "t3.small"'],
    },
  },
  {
    name: 'instance protected from termination and retagged',
    by: 'cost bot',
    act: async ({ ec2, text }) => {
      const InstanceId = text('aws_instance.batch');
      await ec2.modifyInstanceAttribute({ InstanceId, DisableApiTermination: { Value: true } });
      await ec2.createTags({ Resources: [InstanceId], Tags: [{ Key: 'Owner', Value: 'ops' }] });
      await ec2.deleteTags({ Resources: [InstanceId], Tags: [{ Key: 'Schedule' }] });
    },
    expect: {
      kind: 'codified',
      at: ['aws_instance.batch'],
      in: ['compute.tf'],
      writes: ['disable_api_termination = true', 'Owner = "ops"'],
      drops: ['Schedule = "office-hours"'],
    },
  },
  {
    name: 'fleet allowed to grow, with another cost center',
    by: 'on call',
    act: async ({ autoscaling }) => {
      await autoscaling.updateAutoScalingGroup({
        AutoScalingGroupName: 'storefront-web',
        MaxSize: 8,
        HealthCheckGracePeriod: 300,
      });
      await autoscaling.createOrUpdateTags({
        Tags: [
          {
            ResourceId: 'storefront-web',
            ResourceType: 'auto-scaling-group',
            Key: 'CostCenter',
            Value: '4800',
            PropagateAtLaunch: false,
          },
        ],
      });
    },
    expect: {
      kind: 'codified',
      at: ['aws_autoscaling_group.web'],
      in: ['compute.tf'],
      writes: ['max_size = 8', 'health_check_grace_period = 300', 'value = "4800"'],
    },
  },
  {
    name: 'function with more memory and time',
    by: 'console human',
    act: ({ lambda }) =>
      lambda.updateFunctionConfiguration({
        FunctionName: 'storefront-resize',
        MemorySize: 512,
        Timeout: 60,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_lambda_function.resize'],
      in: ['compute.tf'],
      writes: ['memory_size = 512', 'timeout = 60 # seconds; pictures'],
    },
  },
  {
    name: 'container insights switched on',
    by: 'cli human',
    act: ({ ecs }) =>
      ecs.updateCluster({
        cluster: 'storefront',
        settings: [{ name: 'containerInsights', value: 'enabled' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_ecs_cluster.main'],
      in: ['compute.tf'],
      writes: ['value = "enabled"'],
    },
  },
  {
    name: 'service with more tasks',
    by: 'console human',
    act: ({ ecs }) =>
      ecs.updateService({ cluster: 'storefront', service: 'checkout', desiredCount: 4 }),
    expect: {
      kind: 'codified',
      at: ['aws_ecs_service.checkout'],
      in: ['compute.tf'],
      writes: ['desired_count = 4'],
    },
  },
]);

runCase(flat, {
  name: 'new version of a launch template',
  by: 'console human',
  act: async ({ ec2, text }) => {
    const LaunchTemplateId = text('aws_launch_template.web');
    await ec2.createLaunchTemplateVersion({
      LaunchTemplateId,
      VersionDescription: 'bigger',
      LaunchTemplateData: { ImageId: 'ami-12c6146b', InstanceType: 't3.medium' },
    });
    await ec2.modifyLaunchTemplate({ LaunchTemplateId, DefaultVersion: '2' });
  },
  expect: {
    kind: 'codified',
    at: ['aws_launch_template.web'],
    in: ['compute.tf'],
    writes: ['instance_type = "t3.medium"', 'description = "bigger"'],
  },
});

runCase(
  flat,
  {
    name: 'capacity left to the autoscaler',
    by: 'autoscaling',
    act: ({ autoscaling }) =>
      autoscaling.setDesiredCapacity({
        AutoScalingGroupName: 'storefront-web',
        DesiredCapacity: 2,
        HonorCooldown: false,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_autoscaling_group.web'],
      in: ['compute.tf'],
      writes: ['ignore_changes', 'desired_capacity'],
    },
  },
  { policy: 'default' },
);
