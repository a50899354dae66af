import type { AuditEvent } from '../../model/event.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  refTo,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { boolAt, requireText, textsAt } from '../catalog/request.ts';
import { bool, jsonField, response, set, setMembers } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';

const type = 'aws_vpc_endpoint';

/**
 * The suffix of the `add...` and `remove...` members, the attribute, and the linking resource with
 * its attribute.
 */
const links = [
  ['RouteTableId', 'route_table_ids', 'aws_vpc_endpoint_route_table_association', 'route_table_id'],
  ['SubnetId', 'subnet_ids', 'aws_vpc_endpoint_subnet_association', 'subnet_id'],
  [
    'SecurityGroupId',
    'security_group_ids',
    'aws_vpc_endpoint_security_group_association',
    'security_group_id',
  ],
] as const;

function modifyEndpoint(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const { request } = event;
  const id = requireText(request, 'vpcEndpointId');
  const ref = refTo(type, { id });
  const managed = estate.find(ref);
  const reset = boolAt(request, 'resetPolicy') === true;
  const sets = setMembers(event, ref, {
    ip_address_type: 'ipAddressType',
    policy: jsonField('policyDocument'),
    private_dns_enabled: bool('privateDnsEnabled'),
    'dns_options.0.dns_record_ip_type': 'dnsOptions.dnsRecordIpType',
  });
  const linked = links.flatMap(([member, list, linkType, attribute]) => {
    const apart = managed?.declares(list) !== true && hasLinks(estate, linkType, id);
    const linkRef = (value: string) => refTo(linkType, { vpc_endpoint_id: id, [attribute]: value });
    const added = textsAt(request, `add${member}`).map((value) => {
      if (!apart) return addEffect(ref, [list], value);
      const attributes = { vpc_endpoint_id: id, [attribute]: value };
      return createEffect(linkRef(value), attributes, { importId: `${id}/${value}`, parent: ref });
    });
    const removed = textsAt(request, `remove${member}`).map((value) =>
      apart ? deleteEffect(linkRef(value)) : removeEffect(ref, [list], value),
    );
    return [...added, ...removed];
  });
  return [...(reset ? [setEffect(ref, ['policy'], null)] : []), ...sets, ...linked];
}

/** True if the code links other resources to the endpoint by separate resources. */
function hasLinks(estate: Estate, linkType: string, endpoint: string): boolean {
  return estate.where(linkType, 'vpc_endpoint_id', endpoint).length > 0;
}

export const vpcEndpointEntries = aws(service, [
  {
    type: type,
    identity: [{ id: response('vpcEndpoint.vpcEndpointId') }],
    fields: {
      policy: jsonField('policyDocument'),
      private_dns_enabled: bool('privateDnsEnabled'),
      route_table_ids: set('routeTableId'),
      security_group_ids: set('securityGroupId'),
      service_name: 'serviceName',
      subnet_ids: set('subnetId'),
      vpc_endpoint_type: 'vpcEndpointType',
      vpc_id: 'vpcId',
    },
    tags: specifiedTags('vpc-endpoint'),
    defaults: { private_dns_enabled: false, vpc_endpoint_type: 'Gateway' },
    importId: response('vpcEndpoint.vpcEndpointId'),
    parent: { type: 'aws_vpc', keys: [{ id: 'vpcId' }] },
    calls: {
      CreateVpcEndpoint: 'create',
      ModifyVpcEndpoint: {
        special: modifyEndpoint,
        also: links.map(([, , linkType]) => linkType),
      },
      DeleteVpcEndpoints: {
        special: ({ request }) =>
          [...textsAt(request, 'vpcEndpointId'), ...textsAt(request, 'vpcEndpointIds')].map((id) =>
            deleteEffect(refTo(type, { id })),
          ),
      },
    },
  },
]);
