/** By cloud, reason and service, sorted. */
type OutsideTables = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>>
>;

/** Operations that are mapped by functions of their own instead of a table, and why. Only ever fewer. */
export const outsideTables: OutsideTables = {
  aws: {
    'One call takes tags of resources of any type, by their ids or ARNs, or both sets and removes them.':
      {
        'autoscaling.amazonaws.com': ['CreateOrUpdateTags', 'DeleteTags'],
        'ec2.amazonaws.com': ['CreateTags', 'DeleteTags'],
        'route53.amazonaws.com': ['ChangeTagsForResource'],
        'tagging.amazonaws.com': ['TagResources', 'UntagResources'],
      },
    'A member of a set, which code lists in the resource, in a resource for all, or in one of its own.':
      {
        'ec2.amazonaws.com': [
          'AuthorizeSecurityGroupEgress',
          'AuthorizeSecurityGroupIngress',
          'CreateNetworkAclEntry',
          'CreateRoute',
          'DeleteNetworkAclEntry',
          'DeleteRoute',
          'ReplaceNetworkAclAssociation',
          'ReplaceNetworkAclEntry',
          'ReplaceRoute',
          'RevokeSecurityGroupEgress',
          'RevokeSecurityGroupIngress',
          'UpdateSecurityGroupRuleDescriptionsEgress',
          'UpdateSecurityGroupRuleDescriptionsIngress',
        ],
        'events.amazonaws.com': ['PutPermission', 'RemovePermission'],
        'iam.amazonaws.com': [
          'AddUserToGroup',
          'AttachGroupPolicy',
          'AttachRolePolicy',
          'AttachUserPolicy',
          'DeleteGroupPolicy',
          'DeleteRolePolicy',
          'DeleteUserPolicy',
          'DetachGroupPolicy',
          'DetachRolePolicy',
          'DetachUserPolicy',
          'PutGroupPolicy',
          'PutRolePolicy',
          'PutUserPolicy',
          'RemoveUserFromGroup',
        ],
        'route53.amazonaws.com': ['AssociateVPCWithHostedZone', 'DisassociateVPCFromHostedZone'],
      },
    'One call both makes and deletes members, or a member has a shape of its own by what it is for.':
      {
        'ec2.amazonaws.com': ['ModifySnapshotAttribute'],
        'events.amazonaws.com': ['PutTargets', 'RemoveTargets'],
        'route53.amazonaws.com': ['ChangeResourceRecordSets'],
        's3.amazonaws.com': ['PutBucketAcl'],
      },
  },
  azure: {
    'Events of the service, which name a resource of any type that scales in their properties.': {
      'microsoft.insights': [
        'autoscalesettings/scaledown/action',
        'autoscalesettings/scaledownresult/action',
        'autoscalesettings/scaleup/action',
        'autoscalesettings/scaleupresult/action',
      ],
    },
    'One call takes tags of resources of any type, by their ids, or both sets and removes them.': {
      'microsoft.resources': ['tags/delete', 'tags/write'],
    },
  },
  google: {
    'A part that code writes in the resource or as a resource of its own; what the state has decides.':
      {
        'compute.googleapis.com': ['routers.patch', 'routers.update'],
        'storage.googleapis.com': ['buckets.patch', 'buckets.update'],
      },
    'One call acts on several resources, or on several members, each of its own kind.': {
      'compute.googleapis.com': [
        'instances.setMetadata',
        'projects.setCommonInstanceMetadata',
        'securityPolicies.addRule',
        'securityPolicies.patchRule',
        'securityPolicies.removeRule',
      ],
      'dns.googleapis.com': [
        'changes.create',
        'resourceRecordSets.create',
        'resourceRecordSets.delete',
        'resourceRecordSets.patch',
      ],
    },
    'Policies: a binding, a member or the whole policy, as code has it; deltas come from the details.':
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
