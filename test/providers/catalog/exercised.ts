/** By cloud and service, sorted. Exact: an operation goes once a generated call exercises it. */
type NotExercised = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/**
 * Mapped operations that no generated call exercises and that have tests of their own. AWS: calls
 * that tag by the ARN of a type, that name one of several attributes, or whose logs use other words
 * than the API. Google Cloud: policies, records and metadata, which have no table of fields. Azure:
 * calls other than writes and deletes.
 */
export const notExercised: NotExercised = {
  aws: {
    'apigateway.amazonaws.com': ['TagResource', 'UntagResource'],
    'backup.amazonaws.com': ['TagResource', 'UntagResource'],
    'cloudtrail.amazonaws.com': ['AddTags', 'RemoveTags'],
    'ec2.amazonaws.com': [
      'CreateTags',
      'DeleteTags',
      'MonitorInstances',
      'TerminateInstances',
      'UnmonitorInstances',
    ],
    'ecs.amazonaws.com': ['TagResource', 'UntagResource'],
    'elasticache.amazonaws.com': ['AddTagsToResource', 'RemoveTagsFromResource'],
    'elasticloadbalancing.amazonaws.com': [
      'AddTags',
      'ApplySecurityGroupsToLoadBalancer',
      'ConfigureHealthCheck',
      'DeregisterInstancesFromLoadBalancer',
      'ModifyListenerAttributes',
      'ModifyLoadBalancerAttributes',
      'ModifyTargetGroupAttributes',
      'RegisterInstancesWithLoadBalancer',
      'RemoveTags',
    ],
    'events.amazonaws.com': ['PutTargets', 'RemoveTargets', 'TagResource', 'UntagResource'],
    'kms.amazonaws.com': ['DeleteKey'],
    'lambda.amazonaws.com': ['DeleteFunction', 'UpdateFunctionCode'],
    'logs.amazonaws.com': ['TagResource', 'UntagResource'],
    'monitoring.amazonaws.com': ['TagResource', 'UntagResource'],
    'rds.amazonaws.com': [
      'AddTagsToResource',
      'ModifyDBSnapshotAttribute',
      'RemoveTagsFromResource',
    ],
    's3.amazonaws.com': [
      'DeleteAccountPublicAccessBlock',
      'DeleteAnalyticsConfiguration',
      'DeleteBucketPublicAccessBlock',
      'DeleteIntelligentTieringConfiguration',
      'DeleteInventoryConfiguration',
      'DeleteMetricsConfiguration',
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
    ],
    'ssm.amazonaws.com': ['AddTagsToResource', 'RemoveTagsFromResource'],
    'tagging.amazonaws.com': ['TagResources', 'UntagResources'],
  },
  google: {
    'artifactregistry.googleapis.com': [
      'ArtifactRegistry.SetIamPolicy',
      'IAMPolicy.SetIamPolicy',
      'SetIamPolicy',
    ],
    'bigquery.googleapis.com': [
      'DatasetService.SetIamPolicy',
      'IAMPolicy.SetIamPolicy',
      'SetIamPolicy',
      'TableService.SetIamPolicy',
    ],
    'cloudfunctions.googleapis.com': [
      'FunctionService.SetIamPolicy',
      'IAMPolicy.SetIamPolicy',
      'SetIamPolicy',
    ],
    'cloudkms.googleapis.com': ['IAMPolicy.SetIamPolicy', 'SetIamPolicy'],
    'cloudresourcemanager.googleapis.com': [
      'Folders.SetIamPolicy',
      'Organizations.SetIamPolicy',
      'Projects.SetIamPolicy',
      'SetIamPolicy',
    ],
    'compute.googleapis.com': [
      'instances.setIamPolicy',
      'routers.patch',
      'routers.update',
      'securityPolicies.addRule',
      'securityPolicies.patchRule',
      'securityPolicies.removeRule',
      'subnetworks.setIamPolicy',
    ],
    'iam.googleapis.com': ['SetIamPolicy'],
    'pubsub.googleapis.com': ['IAMPolicy.SetIamPolicy', 'SetIamPolicy'],
    'run.googleapis.com': ['Services.SetIamPolicy'],
    'secretmanager.googleapis.com': [
      'IAMPolicy.SetIamPolicy',
      'SecretManagerService.SetIamPolicy',
      'SetIamPolicy',
    ],
    'storage.googleapis.com': ['buckets.setIamPolicy', 'setIamPermissions'],
  },
  azure: {
    'microsoft.insights': [
      'autoscalesettings/scaledown/action',
      'autoscalesettings/scaledownresult/action',
      'autoscalesettings/scaleup/action',
      'autoscalesettings/scaleupresult/action',
    ],
    'microsoft.keyvault': ['vaults/accesspolicies/write'],
    'microsoft.resources': ['tags/delete', 'tags/write'],
    'microsoft.storage': ['storageaccounts/blobservices/write'],
    'microsoft.web': ['sites/config/write'],
  },
};
