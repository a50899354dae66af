import type { ActorClass } from '../../model/actor.ts';
import type { ActorSignatureInput } from './schema.ts';

interface ServiceActor {
  readonly id: string;
  readonly class: ActorClass;
  readonly name: string;
  /** Service principals, as `invokedBy` and the paths of service-linked roles contain them. */
  readonly hosts: readonly string[];
  /** Names of its service-linked roles, for services that have several hosts. */
  readonly roles?: readonly string[];
}

/** AWS services that change other people's resources on their own. */
const services: readonly ServiceActor[] = [
  {
    id: 'cloudformation',
    class: 'iac',
    name: 'CloudFormation',
    hosts: ['cloudformation.amazonaws.com', '*.cloudformation.amazonaws.com'],
  },
  {
    id: 'auto-scaling',
    class: 'controller',
    name: 'Auto Scaling',
    hosts: ['autoscaling.amazonaws.com', 'autoscaling-plans.amazonaws.com'],
  },
  {
    id: 'application-auto-scaling',
    class: 'controller',
    name: 'Application Auto Scaling',
    hosts: ['application-autoscaling.amazonaws.com', '*.application-autoscaling.amazonaws.com'],
    roles: ['AWSServiceRoleForApplicationAutoScaling*'],
  },
  {
    id: 'ec2-fleet',
    class: 'controller',
    name: 'EC2 Fleet',
    hosts: ['ec2fleet.amazonaws.com', 'spot.amazonaws.com', 'spotfleet.amazonaws.com'],
  },
  {
    id: 'eks',
    class: 'controller',
    name: 'EKS',
    hosts: ['eks.amazonaws.com', 'eks-*.amazonaws.com'],
  },
  { id: 'ecs', class: 'controller', name: 'ECS', hosts: ['ecs.amazonaws.com'] },
  {
    id: 'elastic-load-balancing',
    class: 'controller',
    name: 'Elastic Load Balancing',
    hosts: ['elasticloadbalancing.amazonaws.com'],
  },
  { id: 'emr', class: 'controller', name: 'EMR', hosts: ['elasticmapreduce.amazonaws.com'] },
  { id: 'batch', class: 'controller', name: 'AWS Batch', hosts: ['batch.amazonaws.com'] },
  {
    id: 'aws-config',
    class: 'compliance',
    name: 'AWS Config',
    hosts: ['config.amazonaws.com', 'config-*.amazonaws.com'],
  },
  {
    id: 'control-tower',
    class: 'compliance',
    name: 'Control Tower',
    hosts: ['controltower.amazonaws.com'],
  },
  {
    id: 'security-hub',
    class: 'security',
    name: 'Security Hub',
    hosts: ['securityhub.amazonaws.com'],
  },
  {
    id: 'guardduty',
    class: 'security',
    name: 'GuardDuty',
    hosts: ['guardduty.amazonaws.com', '*.guardduty.amazonaws.com'],
  },
  {
    id: 'inspector',
    class: 'security',
    name: 'Inspector',
    hosts: ['inspector.amazonaws.com', 'inspector2.amazonaws.com', '*.inspector2.amazonaws.com'],
  },
  {
    id: 'firewall-manager',
    class: 'security',
    name: 'Firewall Manager',
    hosts: ['fms.amazonaws.com'],
  },
  {
    id: 'access-analyzer',
    class: 'security',
    name: 'IAM Access Analyzer',
    hosts: ['access-analyzer.amazonaws.com'],
  },
  { id: 'macie', class: 'security', name: 'Macie', hosts: ['macie.amazonaws.com'] },
  {
    id: 'compute-optimizer',
    class: 'cost',
    name: 'Compute Optimizer',
    hosts: ['compute-optimizer.amazonaws.com'],
  },
  {
    id: 'codepipeline',
    class: 'pipeline',
    name: 'CodePipeline',
    hosts: ['codepipeline.amazonaws.com'],
  },
  { id: 'codedeploy', class: 'pipeline', name: 'CodeDeploy', hosts: ['codedeploy.amazonaws.com'] },
  { id: 'codebuild', class: 'pipeline', name: 'CodeBuild', hosts: ['codebuild.amazonaws.com'] },
];

/** A service that calls with somebody's credentials, and the same service in its own role. */
export const serviceSignatures: readonly ActorSignatureInput[] = services.flatMap(
  ({ id, class: actorClass, name, hosts, roles = [] }) => [
    { id, class: actorClass, name, cloud: 'aws' as const, invokedBy: [...hosts] },
    {
      id: `${id}-role`,
      class: actorClass,
      name,
      cloud: 'aws' as const,
      principal: [
        ...hosts.map((host) => `arn:*:role/aws-service-role/${host}/*`),
        ...roles.map((role) => `arn:*:role/aws-service-role/*/${role}`),
      ],
    },
  ],
);
