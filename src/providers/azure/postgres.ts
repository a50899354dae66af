import type { Json } from '../../model/json.ts';
import { toText } from '../catalog/convert.ts';
import { textAt } from '../catalog/request.ts';
import { number, textField, via } from '../catalog/sources.ts';
import { scaled, toEnabled } from './convert.ts';
import type { AzureType } from './spec.ts';
import { ancestorId, azureIdentity, nested, tracked } from './spec.ts';
import { firewallRange } from './sql.ts';

/** The provider prefixes the name with the tier: `GP_Standard_D2s_v3`. */
function serverSku(body: Json): Json | undefined {
  const name = textAt(body, 'sku.name');
  const tiers: Readonly<Record<string, string>> = {
    burstable: 'B',
    generalpurpose: 'GP',
    memoryoptimized: 'MO',
  };
  const tier = tiers[textAt(body, 'sku.tier')?.toLowerCase() ?? ''];
  return name === undefined || tier === undefined ? undefined : `${tier}_${name}`;
}

export const postgresTypes: readonly AzureType[] = [
  tracked({
    arm: 'Microsoft.DBforPostgreSQL/flexibleServers',
    type: 'azurerm_postgresql_flexible_server',
    fields: {
      ...azureIdentity,
      auto_grow_enabled: via('properties.storage.autoGrow', toEnabled),
      backup_retention_days: number('properties.backup.backupRetentionDays'),
      'high_availability.0.mode': textField('properties.highAvailability.mode'),
      'high_availability.0.standby_availability_zone': textField(
        'properties.highAvailability.standbyAvailabilityZone',
      ),
      'maintenance_window.0.day_of_week': number('properties.maintenanceWindow.dayOfWeek'),
      'maintenance_window.0.start_hour': number('properties.maintenanceWindow.startHour'),
      'maintenance_window.0.start_minute': number('properties.maintenanceWindow.startMinute'),
      public_network_access_enabled: via('properties.network.publicNetworkAccess', toEnabled),
      sku_name: { from: ({ request }) => serverSku(request), as: toText },
      storage_mb: via('properties.storage.storageSizeGB', scaled(1024)),
      storage_tier: textField('properties.storage.tier'),
      version: textField('properties.version'),
    },
    fixed: {
      administrator_login: textField('properties.administratorLogin'),
      geo_redundant_backup_enabled: via('properties.backup.geoRedundantBackup', toEnabled),
      zone: textField('properties.availabilityZone'),
    },
    defaults: {
      auto_grow_enabled: false,
      backup_retention_days: 7,
      geo_redundant_backup_enabled: false,
      public_network_access_enabled: true,
    },
  }),
  nested({
    arm: 'Microsoft.DBforPostgreSQL/flexibleServers/firewallRules',
    type: 'azurerm_postgresql_flexible_server_firewall_rule',
    named: { server_id: ancestorId('flexibleServers') },
    fields: firewallRange,
  }),
  nested({
    arm: 'Microsoft.DBforPostgreSQL/flexibleServers/configurations',
    type: 'azurerm_postgresql_flexible_server_configuration',
    named: { server_id: ancestorId('flexibleServers') },
    fields: { value: textField('properties.value') },
  }),
];
