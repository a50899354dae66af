import type { ActorSignatureInput } from './schema.ts';

/**
 * Azure acting on its own: names that it writes in place of a caller, identities of its resources,
 * and applications of Microsoft. A token without a user is only issued to an application that
 * authenticates itself, so its id, the user name of a service principal, is not a mere claim.
 */
export const azureServices: readonly ActorSignatureInput[] = [
  {
    id: 'azure-autoscale',
    class: 'controller',
    name: 'Azure autoscale',
    type: 'AzureService',
    invokedBy: { regex: '^[Mm]icrosoft\\.[Ii]nsights/autoscale[Ss]ettings$' },
  },
  {
    id: 'azure-advisor',
    class: 'cost',
    name: 'Azure Advisor',
    type: 'AzureService',
    invokedBy: ['Microsoft.Advisor', 'Microsoft.Advisor/*'],
  },
  {
    id: 'azure-policy',
    class: 'compliance',
    name: 'Azure Policy ({user})',
    type: 'ManagedIdentity',
    federatedBy: '*/providers/microsoft.authorization/policyassignments/*',
  },
  {
    id: 'aks',
    class: 'controller',
    name: 'AKS ({user})',
    type: 'ManagedIdentity',
    federatedBy: '*/providers/microsoft.containerservice/managedclusters/*',
  },
  {
    id: 'aks-application',
    class: 'controller',
    name: 'AKS',
    type: 'ServicePrincipal',
    userName: '7319c514-987d-4e9b-ac3d-d38c4f427f4c',
  },
  {
    id: 'defender-for-cloud',
    class: 'security',
    name: 'Defender for Cloud',
    type: 'ServicePrincipal',
    userName: '8edd93e1-2103-40b4-bd70-6e34e586362d',
  },
  { id: 'azure-service', class: 'provider', type: 'AzureService' },
];

/** People, recognized by a token that was issued to a user. */
export const azurePeople: readonly ActorSignatureInput[] = [
  { id: 'azure-user', class: 'human', type: 'User' },
];
