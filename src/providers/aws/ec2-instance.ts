import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { type CreateSpec, creationEntry } from '../catalog/creation.ts';
import { refTo, setEffect } from '../catalog/effects.ts';
import { catalogName, resolveRef } from '../catalog/identity.ts';
import { boolAt, items, objectsAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import { bool, type CatalogAttributes, number, setMembers, via } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import {
  ec2Service,
  ec2Service as service,
  specifiedTags,
  toGroupIds,
  toProfileName,
} from './ec2.ts';

/**
 * `instance` is the one in the response, which has the values that the request left to defaults.
 */
const launched: CatalogAttributes = {
  ami: 'instance.imageId',
  availability_zone: 'instance.placement.availabilityZone',
  disable_api_stop: bool('disableApiStop'),
  disable_api_termination: bool('disableApiTermination'),
  ebs_optimized: bool('ebsOptimized'),
  iam_instance_profile: via('iamInstanceProfile', toProfileName),
  instance_initiated_shutdown_behavior: 'instanceInitiatedShutdownBehavior',
  instance_type: 'instance.instanceType',
  key_name: 'instance.keyName',
  monitoring: bool('monitoring.enabled'),
  private_ip: 'privateIpAddress',
  subnet_id: 'instance.subnetId',
  tenancy: 'tenancy',
  user_data: 'userData',
  vpc_security_group_ids: via('instance.groupSet', toGroupIds),
  'credit_specification.0.cpu_credits': 'creditSpecification.cpuCredits',
  'metadata_options.0.http_endpoint': 'metadataOptions.httpEndpoint',
  'metadata_options.0.http_put_response_hop_limit': number(
    'metadataOptions.httpPutResponseHopLimit',
  ),
  'metadata_options.0.http_tokens': 'metadataOptions.httpTokens',
  'metadata_options.0.instance_metadata_tags': 'metadataOptions.instanceMetadataTags',
};

const instanceDefaults = {
  disable_api_stop: false,
  disable_api_termination: false,
  ebs_optimized: false,
  instance_initiated_shutdown_behavior: 'stop',
  monitoring: false,
  tenancy: 'default',
};

const spec: CreateSpec = {
  type: 'aws_instance',
  keys: [{ id: 'instance.instanceId' }],
  attributes: launched,
  defaults: instanceDefaults,
  tags: specifiedTags('instance'),
  importId: 'instance.instanceId',
};

/** `RunInstances` creates one `aws_instance` for each instance in the response. */
const runInstances = aws(ec2Service, [
  {
    type: 'aws_instance',
    identity: spec.keys,
    tags: specifiedTags('instance'),
    defaults: instanceDefaults,
    calls: { RunInstances: { special: launch, reads: launched } },
  },
]);

function launch(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  if (isOwned(event)) return [];
  return objectsAt(event.response, 'instancesSet').flatMap((instance) => {
    const merged = { ...event, request: { ...event.request, instance } };
    return creationEntry(merged, estate, spec, catalogName(merged, estate, spec));
  });
}

/**
 * Instances of an Auto Scaling group or a fleet belong to that, so Terraform does not manage them.
 */
function isOwned(event: AuditEvent): boolean {
  if (event.caller.invokedBy === 'autoscaling.amazonaws.com') return true;
  const owners = ['aws:autoscaling:groupName', 'aws:ec2:fleet-id'];
  return items(specifiedTags('instance')(event)).some((tag) =>
    owners.includes(textAt(tag, 'key') ?? ''),
  );
}

const type = 'aws_instance';
const keys = [{ id: 'instanceId' }];

const modified: CatalogAttributes = {
  disable_api_stop: bool('disableApiStop'),
  disable_api_termination: bool('disableApiTermination'),
  ebs_optimized: bool('ebsOptimized'),
  instance_initiated_shutdown_behavior: 'instanceInitiatedShutdownBehavior',
  instance_type: 'instanceType',
  source_dest_check: bool('sourceDestCheck'),
  user_data: 'userData',
  vpc_security_group_ids: via('groupSet', toGroupIds),
};

/** A request has a member for each attribute, or the older form `attribute: name, value: x`. */
function modifyAttribute(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const resource = resolveRef(event, type, keys);
  const name = textAt(event.request, 'attribute');
  const value = requestAt(event.request, 'value');
  const named = name === undefined || value === undefined ? {} : { [name]: value };
  const request = { ...event.request, ...named };
  return [
    ...setMembers({ ...event, request }, resource, modified),
    ...deleteOnTermination(event, resource, estate),
  ];
}

function deleteOnTermination(
  { request }: AuditEvent,
  resource: ResourceRef,
  estate: Estate,
): readonly DraftEffect[] {
  const [root] = objectsAt(estate.find(resource)?.attributes, 'root_block_device');
  return objectsAt(request, 'blockDeviceMapping').flatMap((device) => {
    const value = boolAt(device, 'ebs.deleteOnTermination');
    if (value === undefined) return [];
    const name = requireText(device, 'deviceName');
    const block =
      textAt(root, 'device_name') === name
        ? ['root_block_device', 0]
        : ['ebs_block_device', { element: { device_name: name } }];
    return [setEffect(resource, [...block, 'delete_on_termination'], value)];
  });
}

const profile = 'iamInstanceProfileAssociation';

/** The association's id does not identify the instance, but the response names it. */
function profileEffects(event: AuditEvent): readonly DraftEffect[] {
  const instance =
    textAt(event.request, 'instanceId') ?? textAt(event.response, `${profile}.instanceId`);
  const resource = refTo(type, { id: instance });
  if (event.operation === 'DisassociateIamInstanceProfile') {
    return [setEffect(resource, ['iam_instance_profile'], null)];
  }
  const attributes = { iam_instance_profile: via('iamInstanceProfile', toProfileName) };
  return setMembers(event, resource, attributes);
}

const eachInstance = {
  each: { in: 'instancesSet', as: 'instance' },
  by: [{ id: 'instance.instanceId' }],
};

/**
 * `aws_instance` with the settings of its metadata service, credits, placement and instance
 * profile.
 */
export const ec2InstanceEntries: readonly CatalogEntry[] = [
  ...runInstances,
  ...aws(service, [
    {
      type: type,
      identity: keys,
      calls: {
        TerminateInstances: { does: 'delete', ...eachInstance },
        MonitorInstances: { to: { monitoring: true }, ...eachInstance },
        UnmonitorInstances: { to: { monitoring: false }, ...eachInstance },
        ModifyInstanceMetadataOptions: {
          set: {
            'metadata_options.0.http_endpoint': 'httpEndpoint',
            'metadata_options.0.http_protocol_ipv6': 'httpProtocolIpv6',
            'metadata_options.0.http_put_response_hop_limit': number('httpPutResponseHopLimit'),
            'metadata_options.0.http_tokens': 'httpTokens',
            'metadata_options.0.instance_metadata_tags': 'instanceMetadataTags',
          },
        },
        ModifyInstanceMaintenanceOptions: {
          set: { 'maintenance_options.0.auto_recovery': 'autoRecovery' },
        },
        ModifyInstancePlacement: {
          set: {
            host_id: 'hostId',
            host_resource_group_arn: 'hostResourceGroupArn',
            placement_group: 'groupName',
            placement_partition_number: number('partitionNumber'),
            tenancy: 'tenancy',
          },
        },
        ModifyPrivateDnsNameOptions: {
          set: {
            'private_dns_name_options.0.enable_resource_name_dns_a_record': bool(
              'enableResourceNameDnsARecord',
            ),
            'private_dns_name_options.0.enable_resource_name_dns_aaaa_record': bool(
              'enableResourceNameDnsAAAARecord',
            ),
            'private_dns_name_options.0.hostname_type': 'privateDnsHostnameType',
          },
        },
        ModifyInstanceAttribute: { special: modifyAttribute },
        AssociateIamInstanceProfile: { special: profileEffects },
        DisassociateIamInstanceProfile: { special: profileEffects },
        ReplaceIamInstanceProfileAssociation: { special: profileEffects },
        ModifyInstanceCreditSpecification: {
          special: (event) =>
            [
              ...objectsAt(event.request, 'instanceCreditSpecification'),
              ...objectsAt(event.request, 'instanceCreditSpecifications'),
            ].flatMap((request) =>
              setMembers(
                { ...event, request },
                refTo(type, { id: requireText(request, 'instanceId') }),
                {
                  'credit_specification.0.cpu_credits': 'cpuCredits',
                },
              ),
            ),
        },
      },
    },
    { ignores: ['StartInstances', 'StopInstances', 'RebootInstances', 'SendDiagnosticInterrupt'] },
  ]),
];
