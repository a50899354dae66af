/** By service, sorted. Each list is exact: what is mended, or new, has to be changed here, too. */
type Exceptions = Readonly<Record<string, readonly string[]>>;

/** Operations of services whose SDK client is not installed. */
export const withoutClient: Exceptions = {
  'ec2-instance-connect': ['OpenTunnel', 'SendSSHPublicKey', 'SendSerialConsoleSSHPublicKey'],
  tagging: ['TagResources', 'UntagResources'],
};

/** Operations that logs have and the API does not, or only under another name. */
export const unknownOperations: Exceptions = {
  // Events of the service itself.
  cloudtrail: [
    'CreateServiceLinkedChannel',
    'DeleteServiceLinkedChannel',
    'UpdateServiceLinkedChannel',
  ],
  // Events of the service itself.
  ec2: ['SharedSnapshotCopyInitiated', 'SharedSnapshotVolumeCreated'],
  // Of the classic balancers, whose client is not installed.
  elasticloadbalancing: [
    'ApplySecurityGroupsToLoadBalancer',
    'ConfigureHealthCheck',
    'DeregisterInstancesFromLoadBalancer',
    'RegisterInstancesWithLoadBalancer',
  ],
  // Events of the service itself.
  kms: ['DeleteExpiredKeyMaterial', 'DeleteKey', 'RotateKey', 'SynchronizeMultiRegionKey'],
  // Of durable functions.
  lambda: ['InvokeExecution'],
  // Names that the log has instead of those of the API, events of batch jobs, and calls of the control plane.
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
  // Events of the service itself.
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
  // Calls of the agent.
  ssm: ['RegisterManagedInstance', 'UpdateInstanceAssociationStatus', 'UpdateInstanceInformation'],
  // Where a role is assumed with a context.
  sts: ['SetContext'],
};

/** Members that are looked for in calls that cannot have them. */
export const unknownMembers: Exceptions = {
  // Some of the calls say `name`, others this.
  codebuild: ['request projectName'],
  // Restoring calls name the new table so.
  dynamodb: ['request targetTableName'],
  // Helpers that read the rules of groups, and the ways of routes, in requests and responses.
  ec2: [
    'request IpPermissions.description',
    'request IpPermissions.securityGroupRuleId',
    'request IpPermissions.tagSet',
    'request SecurityGroupRules.SecurityGroupRule.securityGroupRuleId',
    'request SecurityGroupRules.SecurityGroupRule.tagSet',
    'request carrierGatewayId',
    'request coreNetworkArn',
    'request egressOnlyInternetGatewayId',
    'request gatewayId',
    'request localGatewayId',
    'request natGatewayId',
    'request networkInterfaceId',
    'request transitGatewayId',
    'request vpcEndpointId',
    'request vpcPeeringConnectionId',
    'response LaunchTemplateVersion.LaunchTemplateData.NetworkInterfaces.securityGroupId',
    'response RevokedSecurityGroupRules.tagSet',
  ],
  // The classic call and its namesake; a rule in a list of priorities.
  elasticloadbalancing: ['request loadBalancerNames', 'request priority'],
  // A stream by either name.
  kinesis: ['request streamARN', 'request streamName'],
  // Tags as other services write them; members that the counterpart of the call has.
  kms: [
    'request Tags.key',
    'request Tags.value',
    'request clusterId',
    'request rotationPeriodInDays',
  ],
  // What names a function may have one in other calls.
  lambda: ['request qualifier'],
  // What names a group, which these calls do by an identifier.
  logs: ['request logGroupName'],
  // Attributes that calls of different entries share.
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
  // An ACL as the log has it from a header; the counterparts that put what is deleted.
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

/** Calls whose ids the log has in objects, and the model as texts. */
export const refused: Exceptions = {
  ec2: ['MonitorInstances', 'TerminateInstances', 'UnmonitorInstances'],
};
