/** By service, sorted. The lists are exact: fixing or adding something means a change here, too. */
type Exceptions = Readonly<Record<string, readonly string[]>>;

/** Operations of services whose SDK client is not installed. */
export const withoutClient: Exceptions = {
  'ec2-instance-connect': ['OpenTunnel', 'SendSSHPublicKey', 'SendSerialConsoleSSHPublicKey'],
  tagging: ['TagResources', 'UntagResources'],
};

/** Operations that occur in logs but not in the API, or only under another name there. */
export const unknownOperations: Exceptions = {
  // Events of the service itself, not calls.
  cloudtrail: [
    'CreateServiceLinkedChannel',
    'DeleteServiceLinkedChannel',
    'UpdateServiceLinkedChannel',
  ],
  // Events of the service itself, not calls.
  ec2: ['SharedSnapshotCopyInitiated', 'SharedSnapshotVolumeCreated'],
  // Calls of classic load balancers, whose client is not installed.
  elasticloadbalancing: [
    'ApplySecurityGroupsToLoadBalancer',
    'ConfigureHealthCheck',
    'DeregisterInstancesFromLoadBalancer',
    'RegisterInstancesWithLoadBalancer',
  ],
  // Events of the service itself, not calls.
  kms: ['DeleteExpiredKeyMaterial', 'DeleteKey', 'RotateKey', 'SynchronizeMultiRegionKey'],
  // A call of durable functions.
  lambda: ['InvokeExecution'],
  // Names that only the log uses, events of batch jobs, and control plane calls.
  s3: [
    'CreateJob',
    'DeleteAccountPublicAccessBlock',
    'DeleteAnalyticsConfiguration',
    'DeleteBucketPublicAccessBlock',
    'DeleteIntelligentTieringConfiguration',
    'DeleteInventoryConfiguration',
    'DeleteMetricsConfiguration',
    'InitiateMultipartUpload',
    'JobCreated',
    'JobStatusChanged',
    'PutAccelerateConfiguration',
    'PutAccountPublicAccessBlock',
    'PutAnalyticsConfiguration',
    'PutBucketLifecycle',
    'PutBucketNotification',
    'PutBucketObjectLockConfig',
    'PutBucketObjectLockConfiguration',
    'PutBucketPublicAccessBlock',
    'PutIntelligentTieringConfiguration',
    'PutInventoryConfiguration',
    'PutMetricsConfiguration',
    'TagResource',
    'UntagResource',
    'UpdateJobPriority',
    'UpdateJobStatus',
  ],
  // Events of the service itself, not calls.
  secretsmanager: [
    'CancelSecretVersionDelete',
    'EndSecretVersionDelete',
    'RotationAbandoned',
    'RotationFailed',
    'RotationStarted',
    'RotationSucceeded',
    'SecretVersionDeletion',
    'StartSecretVersionDelete',
    'TestRotationFailed',
    'TestRotationStarted',
    'TestRotationSucceeded',
  ],
  // Calls of the SSM agent.
  ssm: ['RegisterManagedInstance', 'UpdateInstanceAssociationStatus', 'UpdateInstanceInformation'],
  // Logged when a role is assumed with a context.
  sts: ['SetContext'],
};

/** Members that entries look for in calls that cannot have them. */
export const unknownMembers: Exceptions = {
  // Some of the calls use `name`, others this.
  codebuild: ['request projectName'],
  // The name of the new table in restore calls.
  dynamodb: ['request targetTableName'],
  // Helpers that read security group rules and route targets, in requests and responses alike.
  ec2: [
    'request IpPermissions.description',
    'request IpPermissions.securityGroupRuleId',
    'request IpPermissions.tagSet',
    'request SecurityGroupRules.SecurityGroupRule.securityGroupRuleId',
    'request SecurityGroupRules.SecurityGroupRule.tagSet',
    'response LaunchTemplateVersion.LaunchTemplateData.NetworkInterfaces.securityGroupId',
    'response RevokedSecurityGroupRules.tagSet',
  ],
  // The classic call with the same name; a rule in a list of priorities.
  elasticloadbalancing: ['request loadBalancerNames', 'request priority'],
  // A stream is given by its ARN or its name.
  kinesis: ['request streamARN', 'request streamName'],
  // Tags as other services write them; members that the counterpart of the call has.
  kms: [
    'request Tags.key',
    'request Tags.value',
    'request clusterId',
    'request rotationPeriodInDays',
  ],
  // A function's name may have a qualifier in other calls.
  lambda: ['request qualifier'],
  // The name of a log group, which these calls give as an identifier.
  logs: ['request logGroupName'],
  // Attributes that the calls of different entries share.
  rds: [
    'request backupRetentionPeriod',
    'request dBInstanceParameterGroupName',
    'request engine',
    'request engineLifecycleSupport',
    'request engineVersion',
    'request licenseModel',
    'request manageMasterUserPassword',
    'request masterUserPassword',
    'request masterUserSecretKmsKeyId',
    'request preferredBackupWindow',
    'request preferredMaintenanceWindow',
  ],
  // An ACL that the log copies from a header; members of the calls that put what these delete.
  s3: [
    'request AnalyticsConfiguration',
    'request IntelligentTieringConfiguration',
    'request InventoryConfiguration',
    'request MetricsConfiguration',
    'request accessControlList',
  ],
  // A value that other calls put.
  secretsmanager: ['request secretBinary'],
};

/** Calls whose ids are objects in the log, but strings in the API model. */
export const refused: Exceptions = {
  ec2: ['MonitorInstances', 'TerminateInstances', 'UnmonitorInstances'],
};
