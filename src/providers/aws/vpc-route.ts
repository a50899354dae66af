import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  effect,
  refTo,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { RequestError, requireText, textAt } from '../catalog/request.ts';
import { response } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import { aws } from './aws.ts';
import { refAmong, ec2Service as service, specifiedTags } from './ec2.ts';

/** Request member -> attribute, which `aws_route` and the block in a route table share. */
const targets: Readonly<Record<string, string>> = {
  carrierGatewayId: 'carrier_gateway_id',
  coreNetworkArn: 'core_network_arn',
  egressOnlyInternetGatewayId: 'egress_only_gateway_id',
  gatewayId: 'gateway_id',
  localGatewayId: 'local_gateway_id',
  natGatewayId: 'nat_gateway_id',
  networkInterfaceId: 'network_interface_id',
  transitGatewayId: 'transit_gateway_id',
  vpcEndpointId: 'vpc_endpoint_id',
  vpcPeeringConnectionId: 'vpc_peering_connection_id',
};

/** Request member -> attribute of `aws_route`, and its name in the block. */
const destinations: readonly (readonly [member: string, route: string, block: string])[] = [
  ['destinationCidrBlock', 'destination_cidr_block', 'cidr_block'],
  ['destinationIpv6CidrBlock', 'destination_ipv6_cidr_block', 'ipv6_cidr_block'],
  ['destinationPrefixListId', 'destination_prefix_list_id', 'destination_prefix_list_id'],
];

/** What a call changes about a route. */
interface Route {
  readonly table: string;
  readonly tableRef: ResourceRef;
  /** True if the code has the routes of this table as blocks in it. */
  readonly inline: boolean;
  readonly ref: ResourceRef;
  readonly destination: string;
  /** The destination, in the attributes of `aws_route` and of a block. */
  readonly routeKey: JsonObject;
  readonly blockKey: JsonObject;
  /** Empty if the target has no attribute, as is the case for an instance. */
  readonly target: JsonObject;
  readonly managed: ManagedResource | undefined;
}

function readRoute({ request }: AuditEvent, estate: Estate): Route {
  const table = requireText(request, 'routeTableId');
  const found = destinations.find(([member]) => textAt(request, member) !== undefined);
  if (found === undefined) throw new RequestError('the route has no destination.');
  const [member, route, block] = found;
  const destination = requireText(request, member);
  const tableRef = refAmong(['aws_route_table', 'aws_default_route_table'], table, estate);
  const managed = estate
    .where('aws_route', 'route_table_id', table)
    .find(({ attributes }) => textAt(attributes, route) === destination);
  return {
    table,
    tableRef,
    inline: managed === undefined && estate.find(tableRef)?.declares('route') === true,
    ref: refTo(
      'aws_route',
      { id: textAt(managed?.attributes, 'id') },
      { route_table_id: table, [route]: destination },
    ),
    destination,
    routeKey: { [route]: destination },
    blockKey: { [block]: destination },
    target: targetOf(request),
    managed,
  };
}

function targetOf(request: JsonObject): JsonObject {
  const found = Object.entries(targets).flatMap(([member, attribute]) => {
    const value = textAt(request, member);
    return value === undefined ? [] : [[attribute, value] as const];
  });
  return Object.fromEntries(found);
}

/** A route to an instance points to its network interface, which the call does not name. */
function hasTarget({ target }: Route): boolean {
  return Object.keys(target).length > 0;
}

function hiddenTarget(route: Route): DraftEffect {
  const change = { kind: 'set', value: { kind: 'omitted' } } as const;
  return route.inline
    ? effect(route.tableRef, { ...change, path: ['route'] })
    : effect(route.ref, { ...change, path: ['network_interface_id'] });
}

function createRoute(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const route = readRoute(event, estate);
  const { table, tableRef, destination, target } = route;
  if (route.inline) {
    return hasTarget(route)
      ? [addEffect(tableRef, ['route'], { ...route.blockKey, ...target })]
      : [hiddenTarget(route)];
  }
  const attributes = { route_table_id: table, ...route.routeKey, ...target };
  const creation = createEffect(route.ref, attributes, {
    importId: `${table}_${destination}`,
    parent: tableRef,
  });
  return hasTarget(route) ? [creation] : [creation, hiddenTarget(route)];
}

function replaceRoute(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const route = readRoute(event, estate);
  if (!hasTarget(route)) return [hiddenTarget(route)];
  const { target, tableRef, managed } = route;
  if (route.inline) {
    return [
      removeEffect(tableRef, ['route'], route.blockKey),
      addEffect(tableRef, ['route'], { ...route.blockKey, ...target }),
    ];
  }
  const gone = Object.values(targets)
    .filter((name) => !Object.hasOwn(target, name) && textAt(managed?.attributes, name))
    .map((name) => setEffect(route.ref, [name], null));
  return [
    ...Object.entries(target).map(([name, value]) => setEffect(route.ref, [name], value)),
    ...gone,
  ];
}

function deleteRoute(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const route = readRoute(event, estate);
  return route.inline
    ? [removeEffect(route.tableRef, ['route'], route.blockKey)]
    : [deleteEffect(route.ref)];
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

const routeTypes = ['aws_route', 'aws_route_table', 'aws_default_route_table'];

/** Route tables, their routes in both styles, and their associations. */
export const routeEntries: readonly CatalogEntry[] = [
  ...untabled(service, routeTypes, {
    CreateRoute: createRoute,
    ReplaceRoute: replaceRoute,
    DeleteRoute: deleteRoute,
  }),
  ...aws(service, [
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
