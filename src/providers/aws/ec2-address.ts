import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { createEffect, deleteEffect, refTo, setEffect } from '../catalog/effects.ts';
import { textAt } from '../catalog/request.ts';
import { response } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';

const type = 'aws_eip';
const associationType = 'aws_eip_association';

/** An address is associated by its own attributes, or by an association resource. */
function associate({ request, response: answer }: AuditEvent, estate: Estate) {
  const allocation = textAt(request, 'allocationId');
  const instance = textAt(request, 'instanceId');
  const network = textAt(request, 'networkInterfaceId');
  const address = refTo(type, { id: allocation }, { public_ip: textAt(request, 'publicIp') });
  const managed = estate.find(address);
  if (managed?.declares('instance') === true && instance !== undefined) {
    return [setEffect(address, ['instance'], instance)];
  }
  if (managed?.declares('network_interface') === true && network !== undefined) {
    return [setEffect(address, ['network_interface'], network)];
  }
  const id = textAt(answer, 'associationId');
  const attributes: JsonObject = {
    ...(allocation === undefined ? {} : { allocation_id: allocation }),
    ...(instance === undefined ? {} : { instance_id: instance }),
    ...(network === undefined ? {} : { network_interface_id: network }),
  };
  // An address has only one association, so a managed one with the same attributes is this one with
  // a new id.
  const [known] = estate
    .where(associationType, 'allocation_id', allocation ?? '')
    .filter((one) => isAlike(one.attributes, attributes));
  const own = known === undefined ? id : textAt(known.attributes, 'id');
  const ref = refTo(associationType, { id: own }, { allocation_id: allocation });
  return [createEffect(ref, attributes, { importId: id, parent: address })];
}

function isAlike(managed: JsonObject, made: JsonObject): boolean {
  return Object.entries(made).every(([name, value]) => managed[name] === value);
}

function disassociate({ request }: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const id = textAt(request, 'associationId');
  const publicIp = textAt(request, 'publicIp');
  const [address] = estate.where(type, 'association_id', id ?? '');
  const attribute = ['instance', 'network_interface'].find((name) => address?.declares(name));
  return address === undefined || attribute === undefined
    ? [deleteEffect(refTo(associationType, { id }, { public_ip: publicIp }))]
    : [setEffect(refTo(type, { id: textAt(address.attributes, 'id') }), [attribute], null)];
}

export const addressEntries = aws(service, [
  {
    type: type,
    identity: [{ id: 'allocationId' }, { public_ip: 'publicIp' }],
    created: [{ id: response('allocationId') }, { public_ip: response('publicIp') }],
    fields: { domain: 'domain', public_ipv4_pool: 'publicIpv4Pool' },
    tags: specifiedTags('elastic-ip'),
    importId: response('allocationId'),
    calls: {
      AllocateAddress: 'create',
      ReleaseAddress: 'delete',
      AssociateAddress: { special: associate, also: [associationType] },
      DisassociateAddress: { special: disassociate, also: [associationType] },
    },
  },
]);
