import type { CatalogEntry } from '../catalog/types.ts';
import { authorizationTypes } from './authorization.ts';
import { computeTypes, resourceGroup } from './compute.ts';
import { containerTypes } from './containers.ts';
import { databaseTypes } from './database.ts';
import { dnsTypes } from './dns.ts';
import { azureTableEntries } from './entries.ts';
import { azureIgnoredEntries } from './ignored.ts';
import { vault } from './key-vault.ts';
import { loadBalancerTypes } from './load-balancer.ts';
import { messagingTypes } from './messaging.ts';
import { monitorTypes } from './monitor.ts';
import { networkTypes } from './network.ts';
import { networkRuleTypes } from './network-rules.ts';
import { scalingEntry } from './scaling.ts';
import type { AzureType } from './spec.ts';
import { storageTypes } from './storage.ts';
import { createTable } from './table.ts';
import { tagEntries } from './tags.ts';
import { servicePlan, siteTypes } from './web.ts';

/** The Azure types that the catalog supports. Add a new type here. */
export const azureTypes: readonly AzureType[] = [
  resourceGroup,
  ...networkTypes,
  ...networkRuleTypes,
  ...loadBalancerTypes,
  ...dnsTypes,
  ...computeTypes,
  ...storageTypes,
  vault,
  ...authorizationTypes,
  servicePlan,
  ...siteTypes,
  ...databaseTypes,
  ...containerTypes,
  ...monitorTypes,
  ...messagingTypes,
];

const table = createTable(azureTypes);
const tagged = azureTypes.filter((spec) => spec.tagged === true).map(({ type }) => type);

/** The catalog of Azure: operations of the Activity Log and their effects in Terraform's terms. */
export const azureEntries: readonly CatalogEntry[] = [
  ...azureTableEntries(azureTypes),
  scalingEntry(table),
  ...tagEntries(table, tagged),
  ...azureIgnoredEntries,
];
