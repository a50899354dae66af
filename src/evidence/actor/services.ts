import type { ActorClass } from '../../model/actor.ts';
import type { ActorSignatureInput } from './schema.ts';

interface ServiceActor {
  readonly id: string;
  readonly class: ActorClass;
  readonly name: string;
  /**
   * Service principals without `.amazonaws.com`, as `invokedBy` and the paths of service-linked roles
   * contain them.
   */
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
    hosts: ['cloudformation', '*.cloudformation'],
  },
  {
    id: 'auto-scaling',
    class: 'controller',
    name: 'Auto Scaling',
    hosts: ['autoscaling', 'autoscaling-plans'],
  },
  {
    id: 'application-auto-scaling',
    class: 'controller',
    name: 'Application Auto Scaling',
    hosts: ['application-autoscaling', '*.application-autoscaling'],
    roles: ['AWSServiceRoleForApplicationAutoScaling*'],
  },
  {
    id: 'ec2-fleet',
    class: 'controller',
    name: 'EC2 Fleet',
    hosts: ['ec2fleet', 'spot', 'spotfleet'],
  },
  { id: 'eks', class: 'controller', name: 'EKS', hosts: ['eks', 'eks-*'] },
  { id: 'ecs', class: 'controller', name: 'ECS', hosts: ['ecs'] },
  {
    id: 'elastic-load-balancing',
    class: 'controller',
    name: 'Elastic Load Balancing',
    hosts: ['elasticloadbalancing'],
  },
  { id: 'emr', class: 'controller', name: 'EMR', hosts: ['elasticmapreduce'] },
  { id: 'batch', class: 'controller', name: 'AWS Batch', hosts: ['batch'] },
  { id: 'aws-config', class: 'compliance', name: 'AWS Config', hosts: ['config', 'config-*'] },
  { id: 'control-tower', class: 'compliance', name: 'Control Tower', hosts: ['controltower'] },
  { id: 'security-hub', class: 'security', name: 'Security Hub', hosts: ['securityhub'] },
  { id: 'guardduty', class: 'security', name: 'GuardDuty', hosts: ['guardduty', '*.guardduty'] },
  {
    id: 'inspector',
    class: 'security',
    name: 'Inspector',
    hosts: ['inspector', 'inspector2', '*.inspector2'],
  },
  { id: 'firewall-manager', class: 'security', name: 'Firewall Manager', hosts: ['fms'] },
  {
    id: 'access-analyzer',
    class: 'security',
    name: 'IAM Access Analyzer',
    hosts: ['access-analyzer'],
  },
  { id: 'macie', class: 'security', name: 'Macie', hosts: ['macie'] },
  {
    id: 'compute-optimizer',
    class: 'cost',
    name: 'Compute Optimizer',
    hosts: ['compute-optimizer'],
  },
  { id: 'codepipeline', class: 'pipeline', name: 'CodePipeline', hosts: ['codepipeline'] },
  { id: 'codedeploy', class: 'pipeline', name: 'CodeDeploy', hosts: ['codedeploy'] },
  { id: 'codebuild', class: 'pipeline', name: 'CodeBuild', hosts: ['codebuild'] },
];

/** A service that calls with somebody's credentials, and the same service in its own role. */
export const serviceSignatures: readonly ActorSignatureInput[] = services.flatMap(
  ({ hosts, roles = [], ...party }) => [
    { ...party, invokedBy: hosts.map((host) => `${host}.amazonaws.com`) },
    {
      ...party,
      id: `${party.id}-role`,
      principal: [
        ...hosts.map((host) => `arn:*:role/aws-service-role/${host}.amazonaws.com/*`),
        ...roles.map((role) => `arn:*:role/aws-service-role/*/${role}`),
      ],
    },
  ],
);
