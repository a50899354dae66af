import type { CatalogEntry } from '../catalog/types.ts';
import { apigatewayHttpEntries } from './apigateway-http.ts';
import { apigatewayRestEntries } from './apigateway-rest.ts';
import { appAutoscalingEntries } from './appautoscaling.ts';
import { autoscalingGroupEntries } from './autoscaling-group.ts';
import { autoscalingPartEntries } from './autoscaling-parts.ts';
import { autoscalingPolicyEntries } from './autoscaling-policy.ts';
import { autoscalingTagEntries } from './autoscaling-tags.ts';
import { backupEntries } from './backup.ts';
import { cloudtrailEntries } from './cloudtrail.ts';
import { cloudwatchAlarmEntries } from './cloudwatch-alarm.ts';
import { cloudwatchOtherEntries } from './cloudwatch-other.ts';
import { codebuildEntries } from './codebuild.ts';
import { cognitoEntries } from './cognito.ts';
import { credentialEntries } from './credentials.ts';
import { dynamodbTableEntries } from './dynamodb-table.ts';
import { ec2AccountEntries } from './ec2-account.ts';
import { addressEntries } from './ec2-address.ts';
import { imageEntries } from './ec2-image.ts';
import { ec2InstanceEntries } from './ec2-instance.ts';
import { launchTemplateEntries } from './ec2-launch-template.ts';
import { networkInterfaceEntries } from './ec2-network-interface.ts';
import { securityGroupEntries } from './ec2-security-group-rules.ts';
import { ec2TagEntries } from './ec2-tags.ts';
import { volumeEntries } from './ec2-volume.ts';
import { ecrEntries } from './ecr.ts';
import { ecsClusterEntries } from './ecs-cluster.ts';
import { ecsServiceEntries } from './ecs-service.ts';
import { efsEntries } from './efs.ts';
import { elasticacheEntries } from './elasticache.ts';
import { elbBalancerEntries } from './elb-balancer.ts';
import { elbV2Entries } from './elb-v2.ts';
import { eventBusEntries } from './events-bus.ts';
import { eventRuleEntries } from './events-rule.ts';
import { eventTargetEntries } from './events-target.ts';
import { glueEntries } from './glue.ts';
import { guarddutyEntries } from './guardduty.ts';
import { iamAccountEntries } from './iam-account.ts';
import { iamAttachmentEntries } from './iam-attachment.ts';
import { iamGroupEntries } from './iam-group.ts';
import { iamInlineEntries } from './iam-inline.ts';
import { iamPolicyEntries } from './iam-policy.ts';
import { iamRoleEntries } from './iam-role.ts';
import { iamUserEntries } from './iam-user.ts';
import { kinesisEntries } from './kinesis.ts';
import { kmsKeyEntries } from './kms-key.ts';
import { kmsOtherEntries } from './kms-other.ts';
import { lambdaFunctionEntries } from './lambda-function.ts';
import { lambdaMappingEntries } from './lambda-mapping.ts';
import { lambdaOtherEntries } from './lambda-other.ts';
import { logsEntries } from './logs.ts';
import { rdsTagEntries } from './rds.ts';
import { rdsClusterEntries } from './rds-cluster.ts';
import { rdsGroupEntries } from './rds-group.ts';
import { rdsInstanceEntries } from './rds-instance.ts';
import { route53RecordEntries } from './route53-record.ts';
import { route53ZoneEntries } from './route53-zone.ts';
import { s3AclEntries } from './s3-acl.ts';
import { s3BucketEntries } from './s3-bucket.ts';
import { s3NamedEntries } from './s3-named.ts';
import { s3NotificationEntries } from './s3-notification.ts';
import { s3ReplicationEntries } from './s3-replication.ts';
import { s3RuleEntries } from './s3-rules.ts';
import { s3SettingEntries } from './s3-settings.ts';
import { s3WebsiteEntries } from './s3-website.ts';
import { schedulerEntries } from './scheduler.ts';
import { secretsEntries } from './secrets.ts';
import { snsEntries } from './sns.ts';
import { sqsEntries } from './sqs.ts';
import { ssmEntries } from './ssm.ts';
import { ssmOtherEntries } from './ssm-other.ts';
import { taggingApiEntries } from './tagging-api.ts';
import { vpcEntries } from './vpc.ts';
import { vpcEndpointEntries } from './vpc-endpoint.ts';
import { flowLogEntries } from './vpc-flow-log.ts';
import { networkAclEntries } from './vpc-network-acl.ts';
import { routeEntries } from './vpc-route.ts';
import { subnetEntries } from './vpc-subnet.ts';

/** One line per area, sorted. */
const entriesByService: readonly CatalogEntry[] = [
  ...apigatewayHttpEntries,
  ...apigatewayRestEntries,
  ...backupEntries,
  ...cloudtrailEntries,
  ...codebuildEntries,
  ...cognitoEntries,
  ...ecrEntries,
  ...efsEntries,
  ...elasticacheEntries,
  ...glueEntries,
  ...guarddutyEntries,
  ...kinesisEntries,
  ...schedulerEntries,
  ...appAutoscalingEntries,
  ...autoscalingGroupEntries,
  ...autoscalingPartEntries,
  ...autoscalingPolicyEntries,
  ...autoscalingTagEntries,
  ...cloudwatchAlarmEntries,
  ...cloudwatchOtherEntries,
  ...dynamodbTableEntries,
  ...ec2AccountEntries,
  ...addressEntries,
  ...imageEntries,
  ...ec2InstanceEntries,
  ...launchTemplateEntries,
  ...networkInterfaceEntries,
  ...securityGroupEntries,
  ...ec2TagEntries,
  ...volumeEntries,
  ...ecsClusterEntries,
  ...ecsServiceEntries,
  ...elbBalancerEntries,
  ...elbV2Entries,
  ...eventBusEntries,
  ...eventRuleEntries,
  ...eventTargetEntries,
  ...iamAccountEntries,
  ...iamAttachmentEntries,
  ...iamGroupEntries,
  ...iamInlineEntries,
  ...iamPolicyEntries,
  ...iamRoleEntries,
  ...iamUserEntries,
  ...kmsKeyEntries,
  ...kmsOtherEntries,
  ...lambdaFunctionEntries,
  ...lambdaMappingEntries,
  ...lambdaOtherEntries,
  ...logsEntries,
  ...rdsTagEntries,
  ...rdsClusterEntries,
  ...rdsGroupEntries,
  ...rdsInstanceEntries,
  ...route53RecordEntries,
  ...route53ZoneEntries,
  ...s3AclEntries,
  ...s3BucketEntries,
  ...s3NamedEntries,
  ...s3NotificationEntries,
  ...s3ReplicationEntries,
  ...s3RuleEntries,
  ...s3SettingEntries,
  ...s3WebsiteEntries,
  ...secretsEntries,
  ...snsEntries,
  ...sqsEntries,
  ...credentialEntries,
  ...ssmEntries,
  ...ssmOtherEntries,
  ...vpcEntries,
  ...vpcEndpointEntries,
  ...flowLogEntries,
  ...networkAclEntries,
  ...routeEntries,
  ...subnetEntries,
];

/** Types that a tagging call of their own service covers. */
const taggable = entriesByService
  .filter(({ operations }) => operations.some((name) => /^(?:Add|Create)?Tag|Tagging$/.test(name)))
  .flatMap(({ types }) => types);

export const awsEntries: readonly CatalogEntry[] = [
  ...entriesByService,
  ...taggingApiEntries([...new Set(taggable)].sort()),
];
