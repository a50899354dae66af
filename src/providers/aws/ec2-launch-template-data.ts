import type { AuditEvent } from '../../model/event.ts';
import type { Json } from '../../model/json.ts';
import { toTextSet } from '../catalog/convert.ts';
import type { Resets } from '../catalog/replace.ts';
import { requestAt } from '../catalog/request.ts';
import type { CatalogAttributes, CatalogMember } from '../catalog/sources.ts';
import { bool, number, textField, via } from '../catalog/sources.ts';
import { tagMap } from '../catalog/tags.ts';
import { toGroupIds } from './ec2.ts';

/**
 * The first of several paths that exists: requests use wire names, responses the names in their
 * XML.
 */
function first(...paths: readonly string[]): CatalogMember['from'] {
  return ({ request }) =>
    paths.map((path) => requestAt(request, path)).find((value) => value !== undefined);
}

const groupIds = first('securityGroupId', 'securityGroupIdSet', 'securityGroupIds');

export const templateAttributes: CatalogAttributes = {
  disable_api_stop: bool('disableApiStop'),
  disable_api_termination: bool('disableApiTermination'),
  ebs_optimized: 'ebsOptimized',
  image_id: 'imageId',
  instance_initiated_shutdown_behavior: 'instanceInitiatedShutdownBehavior',
  instance_type: 'instanceType',
  kernel_id: 'kernelId',
  key_name: 'keyName',
  ram_disk_id: textField(first('ramDiskId', 'ramdiskId')),
  security_group_names: via(
    first('securityGroup', 'securityGroupSet', 'securityGroups'),
    toTextSet,
  ),
  user_data: 'userData',
  vpc_security_group_ids: via(groupIds, toGroupIds),
  'capacity_reservation_specification.0.capacity_reservation_preference':
    'capacityReservationSpecification.capacityReservationPreference',
  'cpu_options.0.core_count': number('cpuOptions.coreCount'),
  'cpu_options.0.threads_per_core': number('cpuOptions.threadsPerCore'),
  'credit_specification.0.cpu_credits': 'creditSpecification.cpuCredits',
  'enclave_options.0.enabled': bool('enclaveOptions.enabled'),
  'hibernation_options.0.configured': bool('hibernationOptions.configured'),
  'iam_instance_profile.0.arn': 'iamInstanceProfile.arn',
  'iam_instance_profile.0.name': 'iamInstanceProfile.name',
  'instance_market_options.0.market_type': 'instanceMarketOptions.marketType',
  'instance_market_options.0.spot_options.0.max_price':
    'instanceMarketOptions.spotOptions.maxPrice',
  'maintenance_options.0.auto_recovery': 'maintenanceOptions.autoRecovery',
  'metadata_options.0.http_endpoint': 'metadataOptions.httpEndpoint',
  'metadata_options.0.http_protocol_ipv6': 'metadataOptions.httpProtocolIpv6',
  'metadata_options.0.http_put_response_hop_limit': number(
    'metadataOptions.httpPutResponseHopLimit',
  ),
  'metadata_options.0.http_tokens': 'metadataOptions.httpTokens',
  'metadata_options.0.instance_metadata_tags': 'metadataOptions.instanceMetadataTags',
  'monitoring.0.enabled': bool('monitoring.enabled'),
  'placement.0.availability_zone': 'placement.availabilityZone',
  'placement.0.group_name': 'placement.groupName',
  'placement.0.tenancy': 'placement.tenancy',
};

/** The values that Terraform reads where a version sets nothing. */
export const templateResets: Resets = Object.fromEntries(
  Object.keys(templateAttributes).map((path): [string, Json] => {
    const [block] = path.split('.0.');
    if (block !== path && block !== undefined) return [block, []];
    return [path, path.startsWith('disable_') ? false : null];
  }),
);

interface TemplateBlock {
  /** The names under which records have the list. */
  readonly lists: readonly string[];
  readonly attributes: CatalogAttributes;
}

/** Blocks that may occur more than once. The provider stores the booleans in them as text. */
export const templateBlocks: Readonly<Record<string, TemplateBlock>> = {
  block_device_mappings: {
    lists: ['blockDeviceMapping', 'blockDeviceMappingSet', 'blockDeviceMappings'],
    attributes: {
      device_name: 'deviceName',
      no_device: 'noDevice',
      virtual_name: 'virtualName',
      'ebs.0.delete_on_termination': 'ebs.deleteOnTermination',
      'ebs.0.encrypted': 'ebs.encrypted',
      'ebs.0.iops': number('ebs.iops'),
      'ebs.0.kms_key_id': 'ebs.kmsKeyId',
      'ebs.0.snapshot_id': 'ebs.snapshotId',
      'ebs.0.throughput': number('ebs.throughput'),
      'ebs.0.volume_size': number('ebs.volumeSize'),
      'ebs.0.volume_type': 'ebs.volumeType',
    },
  },
  network_interfaces: {
    lists: ['networkInterface', 'networkInterfaceSet', 'networkInterfaces'],
    attributes: {
      associate_public_ip_address: 'associatePublicIpAddress',
      delete_on_termination: 'deleteOnTermination',
      description: 'description',
      device_index: number('deviceIndex'),
      interface_type: 'interfaceType',
      network_interface_id: 'networkInterfaceId',
      private_ip_address: 'privateIpAddress',
      security_groups: via(first('securityGroupId', 'groupSet', 'groups'), toGroupIds),
      subnet_id: 'subnetId',
    },
  },
  tag_specifications: {
    lists: ['tagSpecification', 'tagSpecificationSet', 'tagSpecifications'],
    attributes: {
      resource_type: 'resourceType',
      tags: via(templateTags, tagMap),
    },
  },
};

/** In records of XML requests, a member `tag` next to `Tag` is the index of the element. */
function templateTags({ request }: AuditEvent): Json | undefined {
  return ['Tag', 'Tags', 'tagSet']
    .map((name) => requestAt(request, name))
    .find((value) => typeof value === 'object' && value !== null);
}
