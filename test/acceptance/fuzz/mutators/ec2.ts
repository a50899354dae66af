import type { EC2 } from '@aws-sdk/client-ec2';
import type { JsonObject } from '../../../../src/model/json.ts';
import { at, change, type Mutator, removal, text } from '../mutator.ts';

/** Instances, and what is attached to them. */
export const ec2: readonly Mutator[] = [
  change<string>({
    name: 'instance: type',
    type: 'aws_instance',
    calls: ['ec2 StopInstances', 'ec2 ModifyInstanceAttribute', 'ec2 StartInstances'],
    from: 'instance_type',
    to: ['t3.small', 't3.medium', 'm5.large'],
    set: async ({ ec2 }, now, Value) => {
      const InstanceId = text(now, 'id');
      await ec2.stopInstances({ InstanceIds: [InstanceId] });
      await ec2.modifyInstanceAttribute({ InstanceId, InstanceType: { Value } });
      await ec2.startInstances({ InstanceIds: [InstanceId] });
    },
  }),
  change<boolean>({
    name: 'instance: termination protection',
    type: 'aws_instance',
    calls: ['ec2 ModifyInstanceAttribute'],
    from: 'disable_api_termination',
    to: [true, false],
    set: ({ ec2 }, now, Value) =>
      ec2.modifyInstanceAttribute({
        InstanceId: text(now, 'id'),
        DisableApiTermination: { Value },
      }),
  }),
  change<boolean>({
    name: 'instance: source check',
    type: 'aws_instance',
    calls: ['ec2 ModifyInstanceAttribute'],
    from: 'source_dest_check',
    to: [true, false],
    set: ({ ec2 }, now, Value) =>
      ec2.modifyInstanceAttribute({ InstanceId: text(now, 'id'), SourceDestCheck: { Value } }),
  }),
  change<string>({
    name: 'instance: tokens for metadata',
    type: 'aws_instance',
    calls: ['ec2 ModifyInstanceMetadataOptions'],
    from: 'metadata_options.0.http_tokens',
    to: ['required', 'optional'],
    set: ({ ec2 }, now, value) =>
      ec2.modifyInstanceMetadataOptions({
        InstanceId: text(now, 'id'),
        HttpTokens: value === 'required' ? 'required' : 'optional',
        // The emulator forgets what a call leaves out.
        HttpEndpoint: text(now, 'metadata_options.0.http_endpoint') as 'enabled',
        HttpProtocolIpv6: text(now, 'metadata_options.0.http_protocol_ipv6') as 'disabled',
        InstanceMetadataTags: text(now, 'metadata_options.0.instance_metadata_tags') as 'disabled',
        HttpPutResponseHopLimit: Number(
          text(now, 'metadata_options.0.http_put_response_hop_limit'),
        ),
      }),
  }),
  removal({
    name: 'instance: terminated',
    type: 'aws_instance',
    calls: ['ec2 TerminateInstances'],
    fits: (now) => at(now, 'disable_api_termination') !== true,
    act: ({ ec2 }, now) => ec2.terminateInstances({ InstanceIds: [text(now, 'id')] }),
  }),
  change<number>({
    name: 'volume: size',
    type: 'aws_ebs_volume',
    calls: ['ec2 ModifyVolume'],
    from: 'size',
    to: (now) => [now + 10, now * 2],
    set: ({ ec2 }, now, Size) => ec2.modifyVolume({ VolumeId: text(now, 'id'), Size }),
  }),
  change<string>({
    name: 'volume: kind',
    type: 'aws_ebs_volume',
    calls: ['ec2 ModifyVolume'],
    from: 'type',
    to: ['gp3', 'gp2'],
    set: ({ ec2 }, now, value) =>
      ec2.modifyVolume({
        VolumeId: text(now, 'id'),
        VolumeType: value === 'gp3' ? 'gp3' : 'gp2',
      }),
  }),
  removal({
    name: 'volume: taken off',
    type: 'aws_volume_attachment',
    calls: ['ec2 DetachVolume', 'ec2 AttachVolume'],
    act: ({ ec2 }, now) =>
      ec2.detachVolume({
        VolumeId: text(now, 'volume_id'),
        InstanceId: text(now, 'instance_id'),
        Device: text(now, 'device_name'),
      }),
    undo: ({ ec2 }, now) =>
      ec2.attachVolume({
        VolumeId: text(now, 'volume_id'),
        InstanceId: text(now, 'instance_id'),
        Device: text(now, 'device_name'),
      }),
  }),
  removal({
    name: 'address: taken off',
    type: 'aws_eip_association',
    calls: ['ec2 DisassociateAddress', 'ec2 AssociateAddress'],
    act: ({ ec2 }, now) => ec2.disassociateAddress({ AssociationId: text(now, 'id') }),
    undo: ({ ec2 }, now) =>
      ec2.associateAddress({
        AllocationId: text(now, 'allocation_id'),
        InstanceId: text(now, 'instance_id'),
      }),
  }),
  removal({
    name: 'snapshot: no longer shared',
    type: 'aws_snapshot_create_volume_permission',
    calls: ['ec2 ModifySnapshotAttribute'],
    act: ({ ec2 }, now) => share(ec2, now, 'Remove'),
    undo: ({ ec2 }, now) => share(ec2, now, 'Add'),
  }),
  removal({
    name: 'image: no longer shared',
    type: 'aws_ami_launch_permission',
    calls: ['ec2 ModifyImageAttribute'],
    act: ({ ec2 }, now) =>
      ec2.modifyImageAttribute({
        ImageId: text(now, 'image_id'),
        Attribute: 'launchPermission',
        LaunchPermission: { Remove: [{ UserId: text(now, 'account_id') }] },
      }),
    undo: ({ ec2 }, now) =>
      ec2.modifyImageAttribute({
        ImageId: text(now, 'image_id'),
        Attribute: 'launchPermission',
        LaunchPermission: { Add: [{ UserId: text(now, 'account_id') }] },
      }),
  }),
  removal({
    name: 'account: volumes in the clear',
    type: 'aws_ebs_encryption_by_default',
    calls: ['ec2 DisableEbsEncryptionByDefault', 'ec2 EnableEbsEncryptionByDefault'],
    fits: (now) => at(now, 'enabled') === true,
    act: ({ ec2 }) => ec2.disableEbsEncryptionByDefault({}),
    undo: ({ ec2 }) => ec2.enableEbsEncryptionByDefault({}),
  }),
  change<string>({
    name: 'launch template: type in a new version',
    type: 'aws_launch_template',
    calls: ['ec2 CreateLaunchTemplateVersion', 'ec2 ModifyLaunchTemplate'],
    from: 'instance_type',
    to: ['t3.large', 'm5.xlarge'],
    // Another version is the default one afterwards.
    leavesTraces: () => true,
    set: async ({ ec2 }, now, InstanceType) => {
      const LaunchTemplateId = text(now, 'id');
      const { LaunchTemplateVersion } = await ec2.createLaunchTemplateVersion({
        LaunchTemplateId,
        SourceVersion: text(now, 'latest_version'),
        LaunchTemplateData: { InstanceType: InstanceType as 't3.large' },
      });
      await ec2.modifyLaunchTemplate({
        LaunchTemplateId,
        DefaultVersion: String(LaunchTemplateVersion?.VersionNumber),
      });
    },
  }),
];

function share(ec2: EC2, now: JsonObject, how: 'Add' | 'Remove'): Promise<unknown> {
  return ec2.modifySnapshotAttribute({
    SnapshotId: text(now, 'snapshot_id'),
    Attribute: 'createVolumePermission',
    CreateVolumePermission: { [how]: [{ UserId: text(now, 'account_id') }] },
  });
}
