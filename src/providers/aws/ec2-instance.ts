import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { refTo, setEffect } from '../catalog/effects.ts';
import { resolveRef } from '../catalog/identity.ts';
import { ignores } from '../catalog/ignores.ts';
import { boolAt, objectsAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, setMembers, via } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, toGroupIds, toProfileName } from './ec2.ts';
import { runInstances } from './ec2-run-instances.ts';

const type = 'aws_instance';
const types = [type];
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
  ...aws({
    service,
    type: type,
    identity: keys,
    fields: {},
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
      ModifyInstanceAttribute: { special: modifyAttribute, also: types },
      AssociateIamInstanceProfile: { special: profileEffects, also: types },
      DisassociateIamInstanceProfile: { special: profileEffects, also: types },
      ReplaceIamInstanceProfileAssociation: { special: profileEffects, also: types },
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
        also: types,
      },
    },
  }),
  ignores(service, [
    'StartInstances',
    'StopInstances',
    'RebootInstances',
    'SendDiagnosticInterrupt',
  ]),
];
