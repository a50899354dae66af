/** Operations that logs have and the API models do not. Each list is exact. */
export const unknownAzureOperations: readonly string[] = [
  // A parameter that goes back to its default.
  'microsoft.dbforpostgresql/flexibleservers/configurations/delete',
  // Events of the service itself.
  'microsoft.insights/autoscalesettings/scaledown/action',
  'microsoft.insights/autoscalesettings/scaledownresult/action',
  'microsoft.insights/autoscalesettings/scaleup/action',
  'microsoft.insights/autoscalesettings/scaleupresult/action',
  // The models have them within the balancer alone.
  'microsoft.network/loadbalancers/loadbalancingrules/delete',
  'microsoft.network/loadbalancers/loadbalancingrules/write',
  'microsoft.network/loadbalancers/probes/delete',
  'microsoft.network/loadbalancers/probes/write',
];

/** ARM types whose body no model has: they are read in the body of the balancer. */
export const withoutModel: readonly string[] = [
  'Microsoft.Network/loadBalancers/loadBalancingRules',
  'Microsoft.Network/loadBalancers/probes',
];

/** By ARM type: members of later versions of the API than the last package with tables has. */
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
