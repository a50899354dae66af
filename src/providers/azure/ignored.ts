import type { CatalogEntry } from '../catalog/types.ts';
import { ignores } from '../catalog/untabled.ts';

/** Calls that change nothing that Terraform sees, by namespace. */
const calls: Readonly<Record<string, readonly string[]>> = {
  'microsoft.app': ['containerapps/start/action', 'containerapps/stop/action'],
  'microsoft.cache': ['redis/forcereboot/action', 'redis/regeneratekey/action'],
  'microsoft.compute': [
    'disks/begingetaccess/action',
    'disks/endgetaccess/action',
    'virtualmachines/capture/action',
    'virtualmachines/deallocate/action',
    'virtualmachines/generalize/action',
    'virtualmachines/performmaintenance/action',
    'virtualmachines/poweroff/action',
    'virtualmachines/redeploy/action',
    'virtualmachines/reimage/action',
    'virtualmachines/restart/action',
    'virtualmachines/runcommand/action',
    'virtualmachines/start/action',
    'virtualmachinescalesets/deallocate/action',
    'virtualmachinescalesets/manualupgrade/action',
    'virtualmachinescalesets/poweroff/action',
    'virtualmachinescalesets/redeploy/action',
    'virtualmachinescalesets/reimage/action',
    'virtualmachinescalesets/restart/action',
    'virtualmachinescalesets/start/action',
    'virtualmachinescalesets/virtualmachines/deallocate/action',
    'virtualmachinescalesets/virtualmachines/poweroff/action',
    'virtualmachinescalesets/virtualmachines/restart/action',
    'virtualmachinescalesets/virtualmachines/start/action',
  ],
  'microsoft.containerregistry': [
    'registries/importimage/action',
    'registries/regeneratecredential/action',
  ],
  'microsoft.containerservice': [
    'managedclusters/rotateclustercertificates/action',
    'managedclusters/runcommand/action',
    'managedclusters/start/action',
    'managedclusters/stop/action',
  ],
  'microsoft.dbforpostgresql': [
    'flexibleservers/restart/action',
    'flexibleservers/start/action',
    'flexibleservers/stop/action',
  ],
  'microsoft.documentdb': ['databaseaccounts/regeneratekey/action'],
  'microsoft.network': [
    'networksecuritygroups/join/action',
    'networksecuritygroups/securityrules/join/action',
    'publicipaddresses/join/action',
    'routetables/join/action',
    'virtualnetworks/join/action',
    'virtualnetworks/peer/action',
    'virtualnetworks/subnets/join/action',
    'virtualnetworks/subnets/joinviaserviceendpoint/action',
  ],
  // The changes that a deployment makes are logged separately for each resource.
  'microsoft.resources': [
    'deployments/cancel/action',
    'deployments/delete',
    'deployments/write',
    'subscriptions/resourcegroups/deployments/write',
  ],
  'microsoft.sql': [
    'servers/databases/export/action',
    'servers/databases/failover/action',
    'servers/databases/pause/action',
    'servers/databases/resume/action',
  ],
  'microsoft.storage': [
    'storageaccounts/regeneratekey/action',
    'storageaccounts/revokeuserdelegationkeys/action',
  ],
  'microsoft.web': [
    'sites/publishxml/action',
    'sites/restart/action',
    'sites/slots/restart/action',
    'sites/start/action',
    'sites/stop/action',
    'sites/sync/action',
    'sites/syncfunctiontriggers/action',
  ],
};

export const azureIgnoredEntries: readonly CatalogEntry[] = Object.entries(calls).map(
  ([service, operations]) => ignores(service, operations),
);
