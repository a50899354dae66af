import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { items, requestAt, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, number, set, textField, via } from '../catalog/sources.ts';
import { toDuration, toLocation, toMembersList, toSpelling } from './convert.ts';
import type { AzureType } from './spec.ts';
import { azure, azureIdentity, ofName, tracked } from './spec.ts';

const caching = toSpelling('None', 'ReadOnly', 'ReadWrite');

/** True if the body shows the operating system, by its configuration or by the type of its disk. */
function runs(system: 'linux' | 'windows', root: string) {
  return (body: JsonObject): boolean => {
    const profile = requestAt(body, `${root}.osProfile`);
    const disk = textAt(body, `${root}.storageProfile.osDisk.osType`)?.toLowerCase();
    return isJsonObject(requestAt(profile, `${system}Configuration`) ?? null) || disk === system;
  };
}

function osDisk(root: string): CatalogAttributes {
  const disk = `${root}.storageProfile.osDisk`;
  return {
    'os_disk.0.caching': via(`${disk}.caching`, caching),
    'os_disk.0.disk_size_gb': number(`${disk}.diskSizeGB`),
    'os_disk.0.storage_account_type': textField(`${disk}.managedDisk.storageAccountType`),
    'os_disk.0.write_accelerator_enabled': bool(`${disk}.writeAcceleratorEnabled`),
  };
}

function image(root: string): CatalogAttributes {
  const reference = `${root}.storageProfile.imageReference`;
  return {
    source_image_id: textField(`${reference}.id`),
    'source_image_reference.0.offer': textField(`${reference}.offer`),
    'source_image_reference.0.publisher': textField(`${reference}.publisher`),
    'source_image_reference.0.sku': textField(`${reference}.sku`),
    'source_image_reference.0.version': textField(`${reference}.version`),
  };
}

/** What a machine and the machines of a scale set share. Passwords are never read from the log. */
function machine(root: string): CatalogAttributes {
  return {
    encryption_at_host_enabled: bool(`${root}.securityProfile.encryptionAtHost`),
    secure_boot_enabled: bool(`${root}.securityProfile.uefiSettings.secureBootEnabled`),
    vtpm_enabled: bool(`${root}.securityProfile.uefiSettings.vTpmEnabled`),
    priority: textField(`${root}.priority`),
    eviction_policy: textField(`${root}.evictionPolicy`),
    max_bid_price: number(`${root}.billingProfile.maxPrice`),
    ...osDisk(root),
    ...image(root),
  };
}

function account(root: string): CatalogAttributes {
  return { admin_username: textField(`${root}.osProfile.adminUsername`) };
}

function keys(root: string): CatalogAttributes {
  return {
    admin_ssh_key: built(({ request }) =>
      keysIn(requestAt(request, `${root}.osProfile.linuxConfiguration.ssh.publicKeys`)),
    ),
    disable_password_authentication: bool(
      `${root}.osProfile.linuxConfiguration.disablePasswordAuthentication`,
    ),
  };
}

/** The path of a key file contains its user: `/home/azureuser/.ssh/authorized_keys`. */
function keysIn(raw: Json | undefined): Json | undefined {
  if (raw === undefined) return undefined;
  return items(raw).map((key) => ({
    username: textAt(key, 'path')?.split('/')[2] ?? '',
    public_key: textAt(key, 'keyData') ?? '',
  }));
}

const vm: CatalogAttributes = {
  ...machine('properties'),
  ...azureIdentity,
  license_type: textField('properties.licenseType'),
  network_interface_ids: via('properties.networkProfile.networkInterfaces', toMembersList('id')),
  patch_assessment_mode: built(({ request }) => patching(request, 'assessmentMode')),
  patch_mode: built(({ request }) => patching(request, 'patchMode')),
  size: textField('properties.hardwareProfile.vmSize'),
};

function patching(body: Json, name: string): Json | undefined {
  const profile = requestAt(body, 'properties.osProfile');
  return (
    textAt(profile, `linuxConfiguration.patchSettings.${name}`) ??
    textAt(profile, `windowsConfiguration.patchSettings.${name}`)
  );
}

const vmFixed: CatalogAttributes = {
  ...account('properties'),
  availability_set_id: textField('properties.availabilitySet.id'),
  computer_name: textField('properties.osProfile.computerName'),
  zone: built(({ request }) => items(requestAt(request, 'zones'))[0]),
};

const vmDefaults = { encryption_at_host_enabled: false, priority: 'Regular', max_bid_price: -1 };

const virtual = 'properties.virtualMachineProfile';

const scaleSet: CatalogAttributes = {
  ...machine(virtual),
  ...azureIdentity,
  instances: number('sku.capacity'),
  overprovision: bool('properties.overprovision'),
  platform_fault_domain_count: number('properties.platformFaultDomainCount'),
  single_placement_group: bool('properties.singlePlacementGroup'),
  sku: textField('sku.name'),
  upgrade_mode: via('properties.upgradePolicy.mode', toSpelling('Automatic', 'Manual', 'Rolling')),
  zone_balance: bool('properties.zoneBalance'),
  health_probe_id: textField(`${virtual}.networkProfile.healthProbe.id`),
  'automatic_instance_repair.0.enabled': bool('properties.automaticRepairsPolicy.enabled'),
  'automatic_instance_repair.0.grace_period': via(
    'properties.automaticRepairsPolicy.gracePeriod',
    toDuration,
  ),
};

const scaleSetFixed: CatalogAttributes = { ...account(virtual), zones: set('zones') };
const scaleSetDefaults = {
  encryption_at_host_enabled: false,
  overprovision: true,
  priority: 'Regular',
  max_bid_price: -1,
  single_placement_group: true,
  upgrade_mode: 'Manual',
  zone_balance: false,
};

export const computeTypes: readonly AzureType[] = [
  tracked({
    arm: 'Microsoft.Compute/virtualMachines',
    type: 'azurerm_linux_virtual_machine',
    when: runs('linux', 'properties'),
    fields: vm,
    fixed: { ...vmFixed, ...keys('properties') },
    defaults: { ...vmDefaults, disable_password_authentication: true },
  }),
  tracked({
    arm: 'Microsoft.Compute/virtualMachines',
    type: 'azurerm_windows_virtual_machine',
    when: runs('windows', 'properties'),
    fields: {
      ...vm,
      automatic_updates_enabled: bool(
        'properties.osProfile.windowsConfiguration.enableAutomaticUpdates',
      ),
      timezone: textField('properties.osProfile.windowsConfiguration.timeZone'),
    },
    fixed: vmFixed,
    defaults: { ...vmDefaults, automatic_updates_enabled: true },
  }),
  tracked({
    arm: 'Microsoft.Compute/virtualMachineScaleSets',
    type: 'azurerm_linux_virtual_machine_scale_set',
    // Cannot be imported: its networks and disks exceed what is read from a body.
    importId: () => undefined,
    when: runs('linux', virtual),
    fields: scaleSet,
    fixed: { ...scaleSetFixed, ...keys(virtual) },
    defaults: { ...scaleSetDefaults, disable_password_authentication: true },
  }),
  tracked({
    arm: 'Microsoft.Compute/virtualMachineScaleSets',
    type: 'azurerm_windows_virtual_machine_scale_set',
    // Cannot be imported: its networks and disks exceed what is read from a body.
    importId: () => undefined,
    when: runs('windows', virtual),
    fields: scaleSet,
    fixed: scaleSetFixed,
    defaults: scaleSetDefaults,
  }),
  tracked({
    arm: 'Microsoft.Compute/virtualMachineScaleSets',
    type: 'azurerm_orchestrated_virtual_machine_scale_set',
    importId: () => undefined,
    when: (body) => textAt(body, 'properties.orchestrationMode') === 'Flexible',
    fields: {
      ...azureIdentity,
      instances: number('sku.capacity'),
      sku_name: textField('sku.name'),
    },
  }),
  tracked({
    arm: 'Microsoft.Compute/disks',
    type: 'azurerm_managed_disk',
    fields: {
      disk_encryption_set_id: textField('properties.encryption.diskEncryptionSetId'),
      disk_iops_read_write: number('properties.diskIOPSReadWrite'),
      disk_mbps_read_write: number('properties.diskMBpsReadWrite'),
      disk_size_gb: number('properties.diskSizeGB'),
      max_shares: number('properties.maxShares'),
      network_access_policy: textField('properties.networkAccessPolicy'),
      on_demand_bursting_enabled: bool('properties.burstingEnabled'),
      os_type: textField('properties.osType'),
      public_network_access_enabled: via(
        'properties.publicNetworkAccess',
        (value) => value === 'Enabled',
      ),
      storage_account_type: textField('sku.name'),
      tier: textField('properties.tier'),
    },
    fixed: {
      create_option: textField('properties.creationData.createOption'),
      source_resource_id: textField('properties.creationData.sourceResourceId'),
      zone: built(({ request }) => items(requestAt(request, 'zones'))[0]),
    },
    defaults: {
      network_access_policy: 'AllowAll',
      on_demand_bursting_enabled: false,
      public_network_access_enabled: true,
    },
  }),
  tracked({
    arm: 'Microsoft.Compute/availabilitySets',
    type: 'azurerm_availability_set',
    fields: {
      managed: via('sku.name', (value) => value === 'Aligned'),
      platform_fault_domain_count: number('properties.platformFaultDomainCount'),
      platform_update_domain_count: number('properties.platformUpdateDomainCount'),
      proximity_placement_group_id: textField('properties.proximityPlacementGroup.id'),
    },
    defaults: { managed: true, platform_fault_domain_count: 3, platform_update_domain_count: 5 },
  }),
];

export const resourceGroup: AzureType = azure({
  arm: 'Microsoft.Resources/resourceGroups',
  type: 'azurerm_resource_group',
  named: { name: ofName },
  fixed: { location: via('location', toLocation) },
  fields: { managed_by: textField('managedBy') },
  tagged: true,
  parent: () => undefined,
});
