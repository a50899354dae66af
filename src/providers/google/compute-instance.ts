import type { AuditEvent } from '../../model/event.ts';
import { isJsonArray, type Json } from '../../model/json.ts';
import { omittedEffect, setEffect, unknownChange } from '../catalog/effects.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { ignores } from '../catalog/untabled.ts';
import type { GoogleFields } from './fields.ts';
import { google, googleRefOf } from './google.ts';
import { convertKind } from './kinds.ts';
import { memberValueAt } from './members.ts';
import type { GoogleType } from './spec.ts';

const service = 'compute.googleapis.com';

const scheduling: GoogleFields = {
  automatic_restart: 'bool',
  on_host_maintenance: 'text',
  preemptible: 'bool',
  provisioning_model: 'text',
  instance_termination_action: 'text',
  min_node_cpus: 'number',
};

const networkInterface: GoogleFields = {
  network: 'link',
  subnetwork: 'link',
  network_ip: { as: 'text', from: 'networkIP' },
  nic_type: 'text',
  stack_type: 'text',
  access_config: {
    many: {
      nat_ip: { as: 'text', from: 'natIP' },
      network_tier: 'text',
      public_ptr_domain_name: 'text',
    },
    from: 'accessConfigs',
  },
};

const bootDisk: GoogleFields = {
  auto_delete: 'bool',
  device_name: 'text',
  mode: 'text',
  source: 'link',
  initialize_params: {
    one: {
      size: { as: 'number', from: 'diskSizeGb' },
      type: { as: 'short', from: 'diskType' },
      image: { as: 'link', from: 'sourceImage' },
      labels: 'map',
    },
  },
};

const account: GoogleFields = {
  service_account: { many: { email: 'text', scopes: 'set' }, from: 'serviceAccounts' },
};

const shielded: GoogleFields = {
  enable_integrity_monitoring: 'bool',
  enable_secure_boot: 'bool',
  enable_vtpm: 'bool',
};

const accelerator: GoogleFields[string] = {
  many: {
    type: { as: 'short', from: 'acceleratorType' },
    count: { as: 'number', from: 'acceleratorCount' },
  },
  from: 'guestAccelerators',
};

/** Attributes that instances and instance templates share. */
export const machine: GoogleFields = {
  can_ip_forward: 'bool',
  description: 'text',
  labels: 'labels',
  machine_type: 'short',
  metadata: { as: 'map', from: 'metadata.items' },
  min_cpu_platform: 'text',
  tags: { as: 'set', from: ['tags.items', 'tags.tags', 'tags'] },
  network_interface: { many: networkInterface, from: 'networkInterfaces' },
  ...account,
  scheduling: { one: scheduling },
  shielded_instance_config: { one: shielded },
  guest_accelerator: accelerator,
};

const instance: GoogleType = {
  type: 'google_compute_instance',
  identity: { path: 'projects/{project}/zones/{zone}/instances/{name}' },
  fields: {
    ...machine,
    deletion_protection: 'bool',
    enable_display: { as: 'bool', from: 'displayDevice.enableDisplay' },
    hostname: 'text',
    boot_disk: { one: bootDisk, from: 'disks.0' },
  },
  defaults: {
    can_ip_forward: false,
    deletion_protection: false,
    enable_display: false,
    'boot_disk.auto_delete': true,
    'boot_disk.mode': 'READ_WRITE',
    'scheduling.automatic_restart': true,
    'scheduling.on_host_maintenance': 'MIGRATE',
    'scheduling.preemptible': false,
    'scheduling.provisioning_model': 'STANDARD',
    'shielded_instance_config.enable_integrity_monitoring': true,
    'shielded_instance_config.enable_secure_boot': false,
    'shielded_instance_config.enable_vtpm': true,
    'network_interface.access_config.network_tier': 'PREMIUM',
    'network_interface.stack_type': 'IPV4_ONLY',
  },
  parent: [
    { type: 'google_compute_subnetwork', link: 'networkInterfaces.0.subnetwork' },
    { type: 'google_compute_network', link: 'networkInterfaces.0.network' },
  ],
  calls: {
    'instances.insert': 'create',
    'instances.update': 'replace',
    'instances.delete': 'delete',
    'instances.start': { to: { desired_status: 'RUNNING' }, ifDeclared: true },
    'instances.startWithEncryptionKey': { to: { desired_status: 'RUNNING' }, ifDeclared: true },
    'instances.resume': { to: { desired_status: 'RUNNING' }, ifDeclared: true },
    'instances.stop': { to: { desired_status: 'TERMINATED' }, ifDeclared: true },
    'instances.suspend': { to: { desired_status: 'SUSPENDED' }, ifDeclared: true },
    'instances.addAccessConfig': 'touch',
    'instances.addResourcePolicies': 'touch',
    'instances.attachDisk': 'touch',
    'instances.deleteAccessConfig': 'touch',
    'instances.detachDisk': 'touch',
    'instances.removeResourcePolicies': 'touch',
    'instances.setDiskAutoDelete': 'touch',
    'instances.updateAccessConfig': 'touch',
    'instances.updateNetworkInterface': 'touch',
    'instances.setTags': {
      set: { tags: { as: 'set', from: ['items', 'tags.items', 'tags.tags', 'tags'] } },
      all: true,
    },
    'instances.setLabels': { set: { labels: 'labels' }, all: true },
    'instances.setMachineType': { set: { machine_type: 'short' } },
    'instances.setScheduling': { set: { scheduling: { one: scheduling, from: '' } } },
    'instances.setDeletionProtection': { set: { deletion_protection: 'bool' } },
    'instances.setMinCpuPlatform': { set: { min_cpu_platform: 'text' } },
    'instances.setServiceAccount': {
      set: { service_account: { many: { email: 'text', scopes: 'set' }, from: '' } },
    },
    'instances.updateShieldedInstanceConfig': {
      set: { shielded_instance_config: { one: shielded, from: '' } },
    },
    'instances.updateDisplayDevice': { set: { enable_display: 'bool' } },
    'instances.setMachineResources': {
      set: {
        guest_accelerator: accelerator,
      },
    },
  },
};

/** The metadata keys that a call changed; their values are never logged. */
interface MetadataDelta {
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

export function metadataDelta(event: AuditEvent, member: string): MetadataDelta | undefined {
  const delta = memberValueAt(event.details, `metadata.${member}`);
  if (delta === undefined) return undefined;
  const keys = (name: string): readonly string[] => texts(memberValueAt(delta, name));
  return {
    changed: [...keys('addedMetadataKeys'), ...keys('modifiedMetadataKeys')].sort(),
    deleted: [...keys('deletedMetadataKeys')].sort(),
  };
}

function texts(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function setMetadata(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const resource = googleRefOf(instance, event);
  const items = memberValueAt(event.request, 'items');
  if (items !== undefined) {
    const value = convertKind('map', items, event.scope);
    if (value !== undefined) return [setEffect(resource, ['metadata'], value)];
  }
  const delta = metadataDelta(event, 'instanceMetadataDelta');
  if (delta === undefined) return [unknownChange(resource)];
  const script = estate.find(resource)?.declares('metadata_startup_script') === true;
  const pathOf = (key: string): readonly string[] =>
    script && key === 'startup-script' ? ['metadata_startup_script'] : ['metadata', key];
  return [
    ...delta.changed.map((key) => omittedEffect(resource, pathOf(key))),
    ...delta.deleted.map((key) => setEffect(resource, pathOf(key), null)),
  ];
}

export const computeInstanceEntries: readonly CatalogEntry[] = [
  ...google(service, [instance]),
  {
    service,
    operations: ['instances.setMetadata'],
    types: [instance.type],
    paths: ['metadata', 'metadata_startup_script'],
    effects: setMetadata,
  },
  // Actions of Compute Engine itself on machines, which change none of their settings.
  ignores(service, [
    'instances.automaticRestart',
    'instances.guestTerminate',
    'instances.hostError',
    'instances.migrateOnHostMaintenance',
    'instances.preempted',
    'instances.terminateOnHostMaintenance',
  ]),
];
