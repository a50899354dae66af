import type { AuditEvent } from '../../model/event.ts';
import { refTo } from '../catalog/effects.ts';
import { requireText, textAt } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, response, setMembers, via } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags, toGroupIds } from './ec2.ts';

const type = 'aws_network_interface';

/**
 * The console changes the security groups of an instance on its network interface. If that is the
 * primary interface of a managed instance, and not managed itself, the code has the groups in the
 * instance.
 */
function modifyInterface(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const id = requireText(event.request, 'networkInterfaceId');
  const own = refTo(type, { id });
  const [instance] = estate.where('aws_instance', 'primary_network_interface_id', id);
  const check: CatalogAttributes = { source_dest_check: bool('sourceDestCheck') };
  if (instance !== undefined && estate.find(own) === undefined) {
    const ref = refTo('aws_instance', { id: textAt(instance.attributes, 'id') });
    return setMembers(event, ref, {
      ...check,
      vpc_security_group_ids: via('groupSet', toGroupIds),
    });
  }
  return setMembers(event, own, {
    ...check,
    description: 'description',
    security_groups: via('groupSet', toGroupIds),
  });
}

export const networkInterfaceEntries = aws(service, [
  {
    type: type,
    identity: [{ id: 'networkInterfaceId' }],
    created: [{ id: response('networkInterface.networkInterfaceId') }],
    fields: {
      description: 'description',
      private_ip: 'privateIpAddress',
      security_groups: via(response('networkInterface.groupSet'), toGroupIds),
      subnet_id: 'subnetId',
    },
    tags: specifiedTags('network-interface'),
    importId: response('networkInterface.networkInterfaceId'),
    calls: {
      CreateNetworkInterface: 'create',
      DeleteNetworkInterface: 'delete',
      ModifyNetworkInterfaceAttribute: { special: modifyInterface, also: ['aws_instance'] },
    },
  },
]);
