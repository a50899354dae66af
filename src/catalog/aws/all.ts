import type { CatalogEntry } from '../types.ts';
import { autoscalingGroupEntries } from './autoscaling-group.ts';
import { autoscalingPartEntries } from './autoscaling-parts.ts';
import { autoscalingPolicyEntries } from './autoscaling-policy.ts';
import { autoscalingTagEntries } from './autoscaling-tags.ts';
import { ec2AccountEntries } from './ec2-account.ts';
import { addressEntries } from './ec2-address.ts';
import { imageEntries } from './ec2-image.ts';
import { instanceEntries } from './ec2-instance.ts';
import { launchTemplateEntries } from './ec2-launch-template.ts';
import { networkInterfaceEntries } from './ec2-network-interface.ts';
import { securityGroupEntries } from './ec2-security-group-rules.ts';
import { ec2TagEntries } from './ec2-tags.ts';
import { volumeEntries } from './ec2-volume.ts';
import { balancerEntries } from './elb-balancer.ts';
import { elbV2Entries } from './elb-v2.ts';
import { rdsTagEntries } from './rds.ts';
import { rdsClusterEntries } from './rds-cluster.ts';
import { rdsGroupEntries } from './rds-group.ts';
import { rdsInstanceEntries } from './rds-instance.ts';
import { vpcEntries } from './vpc.ts';
import { vpcEndpointEntries } from './vpc-endpoint.ts';
import { flowLogEntries } from './vpc-flow-log.ts';
import { networkAclEntries } from './vpc-network-acl.ts';
import { routeEntries } from './vpc-route.ts';
import { subnetEntries } from './vpc-subnet.ts';

/** Every catalogued operation of AWS. One line per area, sorted. */
export const awsEntries: readonly CatalogEntry[] = [
  ...autoscalingGroupEntries,
  ...autoscalingPartEntries,
  ...autoscalingPolicyEntries,
  ...autoscalingTagEntries,
  ...ec2AccountEntries,
  ...addressEntries,
  ...imageEntries,
  ...instanceEntries,
  ...launchTemplateEntries,
  ...networkInterfaceEntries,
  ...securityGroupEntries,
  ...ec2TagEntries,
  ...volumeEntries,
  ...balancerEntries,
  ...elbV2Entries,
  ...rdsClusterEntries,
  ...rdsGroupEntries,
  ...rdsInstanceEntries,
  ...rdsTagEntries,
  ...vpcEndpointEntries,
  ...flowLogEntries,
  ...networkAclEntries,
  ...routeEntries,
  ...subnetEntries,
  ...vpcEntries,
];
