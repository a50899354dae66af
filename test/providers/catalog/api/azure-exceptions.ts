/** Operations that occur in logs but not in the API models. The list is exact. */
export const unknownAzureOperations: readonly string[] = [
  // Resets a parameter to its default.
  'microsoft.dbforpostgresql/flexibleservers/configurations/delete',
  // Events of the service itself, not calls.
  'microsoft.insights/autoscalesettings/scaledown/action',
  'microsoft.insights/autoscalesettings/scaledownresult/action',
  'microsoft.insights/autoscalesettings/scaleup/action',
  'microsoft.insights/autoscalesettings/scaleupresult/action',
  // The models have them only inside the load balancer.
  'microsoft.network/loadbalancers/loadbalancingrules/delete',
  'microsoft.network/loadbalancers/loadbalancingrules/write',
  'microsoft.network/loadbalancers/probes/delete',
  'microsoft.network/loadbalancers/probes/write',
];

/** ARM types that no model has a body for: they are read from the load balancer's body. */
export const withoutModel: readonly string[] = [
  'Microsoft.Network/loadBalancers/loadBalancingRules',
  'Microsoft.Network/loadBalancers/probes',
];

/** By ARM type: members of API versions newer than the last package that has tables. */
export const unknownAzureMembers: Readonly<Record<string, readonly string[]>> = {
  'Microsoft.ContainerRegistry/registries': ['properties.anonymousPullEnabled'],
  'Microsoft.Insights/components': [
    'properties.DisableLocalAuth',
    'properties.WorkspaceResourceId',
  ],
  'Microsoft.Network/privateDnsZones/virtualNetworkLinks': ['properties.resolutionPolicy'],
  'Microsoft.ServiceBus/namespaces': [
    'properties.minimumTlsVersion',
    'properties.premiumMessagingPartitions',
    'properties.publicNetworkAccess',
  ],
};
