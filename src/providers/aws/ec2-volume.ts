import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { AttributePath } from '../../model/path.ts';
import { refTo } from '../catalog/effects.ts';
import { objectsAt, requireText, textAt } from '../catalog/request.ts';
import { bool, number, response, setMembers, textField } from '../catalog/sources.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { ec2Service as service, specifiedTags } from './ec2.ts';

/** Where the code of an instance has a volume that belongs to it. */
interface VolumeInInstance {
  readonly instance: ManagedResource;
  readonly ref: ResourceRef;
  readonly block: AttributePath;
}

/**
 * The managed instance that has the volume in one of its blocks. The state also shows attached
 * volumes there that are resources of their own; those are changed in their own resource instead.
 */
function inInstance(volume: string, estate: Estate): VolumeInInstance | undefined {
  if (estate.find(refTo('aws_ebs_volume', { id: volume })) !== undefined) return undefined;
  for (const instance of estate.ofType('aws_instance')) {
    const ref = refTo('aws_instance', { id: textAt(instance.attributes, 'id') });
    const [root] = objectsAt(instance.attributes, 'root_block_device');
    if (textAt(root, 'volume_id') === volume) {
      return { instance, ref, block: ['root_block_device', 0] };
    }
    const other = objectsAt(instance.attributes, 'ebs_block_device').find(
      (device) => textAt(device, 'volume_id') === volume,
    );
    if (other !== undefined) {
      const element = { device_name: requireText(other, 'device_name') };
      return { instance, ref, block: ['ebs_block_device', { element }] };
    }
  }
  return undefined;
}

/**
 * The tag effects on the instance that a volume belongs to, in the attribute in which its code tags
 * volumes.
 */
export function volumeTags(
  id: string,
  estate: Estate,
  effects: (instance: ResourceRef, path: AttributePath) => readonly DraftEffect[],
): readonly DraftEffect[] {
  const owner = id.startsWith('vol-') ? inInstance(id, estate) : undefined;
  if (owner === undefined) return [];
  const path = owner.instance.declares('volume_tags') ? ['volume_tags'] : [...owner.block, 'tags'];
  return effects(owner.ref, path);
}

function modifyVolume(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const id = requireText(event.request, 'volumeId');
  const owner = inInstance(id, estate);
  const common = { iops: number('iops'), throughput: number('throughput') };
  if (owner === undefined) {
    return setMembers(event, refTo('aws_ebs_volume', { id }), {
      ...common,
      multi_attach_enabled: bool('multiAttachEnabled'),
      size: number('size'),
      type: 'volumeType',
    });
  }
  return setMembers(
    event,
    owner.ref,
    { ...common, volume_size: number('size'), volume_type: 'volumeType' },
    owner.block,
  );
}

/** The `terraform import` id of an attachment. */
function attachmentId({ request }: AuditEvent): string {
  return ['device', 'volumeId', 'instanceId'].map((name) => requireText(request, name)).join(':');
}

export const volumeEntries = aws(service, [
  {
    type: 'aws_ebs_volume',
    identity: [{ id: 'volumeId' }],
    created: [{ id: response('volumeId') }],
    fields: {
      availability_zone: textField('zone'),
      encrypted: bool('encrypted'),
      iops: number('iops'),
      kms_key_id: 'kmsKeyId',
      multi_attach_enabled: bool('multiAttachEnabled'),
      size: number(response('size')),
      snapshot_id: 'snapshotId',
      throughput: number('throughput'),
      type: textField(response('volumeType')),
    },
    tags: specifiedTags('volume'),
    importId: response('volumeId'),
    calls: {
      CreateVolume: 'create',
      DeleteVolume: 'delete',
      ModifyVolume: { special: modifyVolume, also: ['aws_instance'] },
    },
  },
  {
    type: 'aws_volume_attachment',
    identity: [{ instance_id: 'instanceId', volume_id: 'volumeId' }, { volume_id: 'volumeId' }],
    created: [{ instance_id: 'instanceId', volume_id: 'volumeId' }],
    fields: { device_name: 'device', instance_id: 'instanceId', volume_id: 'volumeId' },
    importId: attachmentId,
    calls: {
      AttachVolume: 'create',
      DetachVolume: 'delete',
    },
  },
]);
