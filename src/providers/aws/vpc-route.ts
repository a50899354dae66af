import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { omission } from '../../model/masked.ts';
import { toText } from '../catalog/convert.ts';
import { createEffect, deleteEffect, refTo, setEffect } from '../catalog/effects.ts';
import { listedBlock } from '../catalog/listed-element.ts';
import { requestAt, required, requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { response } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { refAmong, ec2Service as service, specifiedTags } from './ec2.ts';

const table = 'aws_route_table';
const defaultTable = 'aws_default_route_table';

const otherTargets = {
  carrier_gateway_id: 'carrierGatewayId',
  core_network_arn: 'coreNetworkArn',
  egress_only_gateway_id: 'egressOnlyInternetGatewayId',
  gateway_id: 'gatewayId',
  local_gateway_id: 'localGatewayId',
  nat_gateway_id: 'natGatewayId',
  transit_gateway_id: 'transitGatewayId',
  vpc_endpoint_id: 'vpcEndpointId',
  vpc_peering_connection_id: 'vpcPeeringConnectionId',
} as const;

/** What a route leads to, in attributes that `aws_route` and the block in a route table share. */
const targets: CatalogAttributes = {
  ...otherTargets,
  network_interface_id: { from: interfaceOf, as: toText },
};

/** A route to an instance leads to its network interface, which the call does not name. */
function interfaceOf({ request }: AuditEvent): Json | undefined {
  const leadsElsewhere = Object.values(otherTargets).some(
    (member) => textAt(request, member) !== undefined,
  );
  return requestAt(request, 'networkInterfaceId') ?? (leadsElsewhere ? undefined : omission);
}

const destinations = {
  destination_cidr_block: 'destinationCidrBlock',
  destination_ipv6_cidr_block: 'destinationIpv6CidrBlock',
  destination_prefix_list_id: 'destinationPrefixListId',
} as const;

/** The same in a block. */
const blockDestinations = {
  cidr_block: 'destinationCidrBlock',
  ipv6_cidr_block: 'destinationIpv6CidrBlock',
  destination_prefix_list_id: 'destinationPrefixListId',
} as const;

function destinationOf({ request }: AuditEvent): string {
  const found = Object.values(destinations).find((name) => textAt(request, name) !== undefined);
  return requireText(request, required(found, 'the destination of the route'));
}

const association = 'aws_route_table_association';
const mainAssociation = 'aws_main_route_table_association';

/** Another association takes the place of this one, for the same network. */
function replaceAssociation(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const id = requireText(event.request, 'associationId');
  const table = requireText(event.request, 'routeTableId');
  const ref = refAmong([association, mainAssociation], id, estate);
  const before = estate.find(ref)?.attributes;
  const newId = textAt(event.response, 'newAssociationId');
  if (before === undefined || newId === undefined) {
    return [setEffect(ref, ['route_table_id'], table)];
  }
  const { network, importId } = associatedNetwork(ref.type, before, table);
  const details = {
    ...(importId && { importId }),
    id: newId,
    parent: refTo('aws_route_table', { id: table }),
  };
  return [deleteEffect(ref), createEffect(ref, { ...network, route_table_id: table }, details)];
}

/** What is associated with a table, and the id for the import, which main associations have not. */
function associatedNetwork(type: string, before: JsonObject, table: string) {
  if (type === mainAssociation) return { network: { vpc_id: textAt(before, 'vpc_id') ?? null } };
  const [subnet, gateway] = [textAt(before, 'subnet_id'), textAt(before, 'gateway_id')];
  const network = subnet ? { subnet_id: subnet } : { gateway_id: gateway ?? null };
  return { network, importId: `${subnet || gateway}/${table}` };
}

/**
 * A subnet or gateway has one association, so a managed one with the same table is this one with a
 * new id.
 */
function associated({ request, response: answer }: AuditEvent, estate: Estate): ResourceRef {
  const [subnet, gateway] = [textAt(request, 'subnetId'), textAt(request, 'gatewayId')];
  const table = textAt(request, 'routeTableId');
  const [attribute, network = ''] =
    subnet === undefined ? (['gateway_id', gateway] as const) : (['subnet_id', subnet] as const);
  const known = estate
    .where(association, attribute, network)
    .find(({ attributes }) => textAt(attributes, 'route_table_id') === table);
  const id = textAt(known?.attributes, 'id') ?? textAt(answer, 'associationId');
  return refTo(association, { id }, { subnet_id: subnet }, { gateway_id: gateway });
}

/** Route tables, their routes in both styles, and their associations. */
export const routeEntries: readonly CatalogEntry[] = [
  ...aws(service, [
    {
      type: 'aws_route',
      identity: Object.entries(destinations).map(([attribute, member]) => ({
        route_table_id: 'routeTableId',
        [attribute]: member,
      })),
      fields: { route_table_id: 'routeTableId', ...destinations, ...targets },
      oneOf: Object.keys(targets),
      importId: (event) => `${requireText(event.request, 'routeTableId')}_${destinationOf(event)}`,
      parent: { type: table, aliases: [defaultTable], keys: [{ id: 'routeTableId' }] },
      listings: [
        {
          type: table,
          aliases: [defaultTable],
          identity: [{ id: 'routeTableId' }],
          argument: 'route',
          element: listedBlock(
            { ...blockDestinations, ...targets },
            Object.keys(blockDestinations),
          ),
        },
      ],
      calls: {
        CreateRoute: 'create',
        ReplaceRoute: { does: 'replace', fields: targets },
        DeleteRoute: 'delete',
      },
    },
    {
      type: 'aws_route_table',
      identity: [{ id: 'routeTableId' }],
      created: [{ id: response('routeTable.routeTableId') }],
      fields: { vpc_id: 'vpcId' },
      tags: specifiedTags('route-table'),
      importId: response('routeTable.routeTableId'),
      parent: { type: 'aws_vpc', keys: [{ id: 'vpcId' }] },
      calls: {
        CreateRouteTable: 'create',
        DeleteRouteTable: 'delete',
      },
    },
    {
      type: association,
      identity: [{ id: 'associationId' }],
      created: associated,
      fields: { gateway_id: 'gatewayId', route_table_id: 'routeTableId', subnet_id: 'subnetId' },
      importId: ({ request }) => {
        const associated = textAt(request, 'subnetId') ?? requireText(request, 'gatewayId');
        return `${associated}/${requireText(request, 'routeTableId')}`;
      },
      newId: response('associationId'),
      parent: { type: 'aws_route_table', keys: [{ id: 'routeTableId' }] },
      calls: {
        AssociateRouteTable: 'create',
        DisassociateRouteTable: 'delete',
        ReplaceRouteTableAssociation: {
          special: replaceAssociation,
          also: [mainAssociation],
        },
      },
    },
    {
      type: 'aws_route_table',
      identity: [{ id: 'routeTableId' }],
      calls: {
        EnableVgwRoutePropagation: { add: { propagating_vgws: 'gatewayId' } },
        DisableVgwRoutePropagation: { remove: { propagating_vgws: 'gatewayId' } },
      },
    },
  ]),
];
