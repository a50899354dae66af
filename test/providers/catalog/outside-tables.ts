/** By cloud, reason and service, sorted. */
type OutsideTables = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>>
>;

/** Operations mapped by functions of their own instead of a table, by reason. Must only shrink. */
export const outsideTables: OutsideTables = {
  aws: {
    'One ACL is canned or a list of grants, and replaces the other form.': {
      's3.amazonaws.com': ['PutBucketAcl'],
    },
    'One call adds some members and removes others.': {
      'ec2.amazonaws.com': ['ModifySnapshotAttribute'],
      'route53.amazonaws.com': ['ChangeResourceRecordSets'],
    },
    'One call names several targets, and its answer says for which of them it failed.': {
      'events.amazonaws.com': ['PutTargets', 'RemoveTargets'],
    },
    'One call changes one statement of a policy or the entire policy.': {
      'events.amazonaws.com': ['PutPermission', 'RemovePermission'],
    },
    'One call names several rules, by content or by id, and code may have each in one of three forms.':
      {
        'ec2.amazonaws.com': [
          'AuthorizeSecurityGroupEgress',
          'AuthorizeSecurityGroupIngress',
          'RevokeSecurityGroupEgress',
          'RevokeSecurityGroupIngress',
          'UpdateSecurityGroupRuleDescriptionsEgress',
          'UpdateSecurityGroupRuleDescriptionsIngress',
        ],
      },
    'The call tags resources of any type, named by id or ARN, or both sets and removes tags.': {
      'autoscaling.amazonaws.com': ['CreateOrUpdateTags', 'DeleteTags'],
      'ec2.amazonaws.com': ['CreateTags', 'DeleteTags'],
      'route53.amazonaws.com': ['ChangeTagsForResource'],
      'tagging.amazonaws.com': ['TagResources', 'UntagResources'],
    },
  },
  azure: {
    'The service logs these events itself, and names the scaled resource, of any type, in their properties.':
      {
        'microsoft.insights': [
          'autoscalesettings/scaledown/action',
          'autoscalesettings/scaledownresult/action',
          'autoscalesettings/scaleup/action',
          'autoscalesettings/scaleupresult/action',
        ],
      },
    'The call tags resources of any type, named by id, or both sets and removes tags.': {
      'microsoft.resources': ['tags/delete', 'tags/write'],
    },
  },
  google: {
    'Most records have no request, and the others have it in the metadata of the record.': {
      'storage.googleapis.com': ['buckets.patch', 'buckets.update'],
    },
    'NATs are members of the router for the API, and resources of their own for Terraform.': {
      'compute.googleapis.com': ['routers.patch', 'routers.update'],
    },
    'One call deletes and adds record sets, or its record set stands in one of several members.': {
      'dns.googleapis.com': [
        'changes.create',
        'resourceRecordSets.create',
        'resourceRecordSets.delete',
        'resourceRecordSets.patch',
      ],
    },
    'The call changes one rule of the set, which its priority identifies.': {
      'compute.googleapis.com': [
        'securityPolicies.addRule',
        'securityPolicies.patchRule',
        'securityPolicies.removeRule',
      ],
    },
    'The log has the names of the changed keys alone, and code may have a key apart from the map.':
      {
        'compute.googleapis.com': ['instances.setMetadata', 'projects.setCommonInstanceMetadata'],
      },
    'Code may have the policy, a binding or a member; what changed stands in the details of the record.':
      {
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
        'compute.googleapis.com': ['instances.setIamPolicy', 'subnetworks.setIamPolicy'],
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
  },
};
