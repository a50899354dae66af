import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import type { Estate } from '../../../src/providers/catalog/types.ts';
import { hidden, setAt, sets, translator } from '../catalog/changes.ts';
import { auditEvent, changesOf, estateOf, type FakeResource } from '../catalog/event.ts';

const translate = translator(awsEntries, 'ec2.amazonaws.com');

const web = {
  address: 'aws_instance.web',
  attributes: {
    id: 'i-1',
    primary_network_interface_id: 'eni-1',
    root_block_device: [{ device_name: '/dev/xvda', volume_id: 'vol-1', volume_size: 8 }],
    ebs_block_device: [{ device_name: '/dev/sdb', volume_id: 'vol-2' }],
  },
};
const estate = estateOf(web);

describe('RunInstances', () => {
  const request = {
    instancesSet: { items: [{ imageId: 'ami-1', minCount: 1, maxCount: 1, keyName: 'ops' }] },
    instanceType: 't3.micro',
    userData: '<sensitiveDataRemoved>',
    disableApiTermination: false,
    ebsOptimized: true,
    monitoring: { enabled: false },
    iamInstanceProfile: { arn: 'arn:aws:iam::111122223333:instance-profile/team/web' },
    metadataOptions: { httpTokens: 'required', httpPutResponseHopLimit: 2 },
    tagSpecificationSet: {
      items: [
        { resourceType: 'volume', tags: [{ key: 'Name', value: 'disk' }] },
        { resourceType: 'instance', tags: [{ key: 'Name', value: 'bastion' }] },
      ],
    },
  };
  const response = {
    instancesSet: {
      items: [
        {
          instanceId: 'i-7',
          imageId: 'ami-1',
          instanceType: 't3.micro',
          keyName: 'ops',
          placement: { availabilityZone: 'eu-central-1a' },
          subnetId: 'subnet-1',
          groupSet: { items: [{ groupId: 'sg-2' }, { groupId: 'sg-1' }] },
        },
      ],
    },
  };

  it('creates an instance from request and response, without defaults and secrets', () => {
    expect(translate('RunInstances', request, response)).toEqual({
      'aws_instance i-7': [
        {
          kind: 'create',
          attributes: {
            ami: 'ami-1',
            availability_zone: 'eu-central-1a',
            ebs_optimized: true,
            iam_instance_profile: 'web',
            instance_type: 't3.micro',
            key_name: 'ops',
            subnet_id: 'subnet-1',
            vpc_security_group_ids: ['sg-1', 'sg-2'],
            metadata_options: [{ http_tokens: 'required', http_put_response_hop_limit: 2 }],
            tags: { Name: 'bastion' },
          },
          importId: 'i-7',
        },
        hidden('user_data', 'redacted'),
      ],
    });
  });

  it('leaves instances of an Auto Scaling group to the group', () => {
    const tags = [{ key: 'aws:autoscaling:groupName', value: 'web' }];
    const tagged = { tagSpecificationSet: { items: [{ resourceType: 'instance', tags }] } };
    const caller = {
      ...auditEvent({ operation: '' }).caller,
      invokedBy: 'autoscaling.amazonaws.com',
    };
    const event = auditEvent({ operation: 'RunInstances', request, response, caller });

    expect(translate('RunInstances', { ...request, ...tagged }, response)).toEqual({});
    expect(changesOf(awsEntries, event)).toEqual([]);
  });
});

describe('calls on an instance', () => {
  it.each<[string, JsonObject, readonly Change[], JsonObject?]>([
    [
      'ModifyInstanceAttribute',
      { instanceType: { value: 't3.large' } },
      sets({ instance_type: 't3.large' }),
    ],
    [
      'ModifyInstanceAttribute',
      { attribute: 'instanceType', value: 't3.large' },
      sets({ instance_type: 't3.large' }),
    ],
    [
      'ModifyInstanceAttribute',
      { disableApiTermination: { value: true } },
      sets({ disable_api_termination: true }),
    ],
    [
      'ModifyInstanceAttribute',
      { disableApiStop: { value: 'true' } },
      sets({ disable_api_stop: true }),
    ],
    ['ModifyInstanceAttribute', { ebsOptimized: { value: true } }, sets({ ebs_optimized: true })],
    [
      'ModifyInstanceAttribute',
      { sourceDestCheck: { value: false } },
      sets({ source_dest_check: false }),
    ],
    [
      'ModifyInstanceAttribute',
      { instanceInitiatedShutdownBehavior: { value: 'terminate' } },
      sets({ instance_initiated_shutdown_behavior: 'terminate' }),
    ],
    [
      'ModifyInstanceAttribute',
      { groupSet: { items: [{ groupId: 'sg-2' }, { groupId: 'sg-1' }] } },
      sets({ vpc_security_group_ids: ['sg-1', 'sg-2'] }),
    ],
    [
      'ModifyInstanceAttribute',
      { userData: '<sensitiveDataRemoved>' },
      [hidden('user_data', 'redacted')],
    ],
    [
      'ModifyInstanceAttribute',
      { userData: { value: '<sensitiveDataRemoved>' } },
      [hidden('user_data', 'redacted')],
    ],
    [
      'ModifyInstanceAttribute',
      {
        blockDeviceMapping: {
          items: [{ deviceName: '/dev/xvda', ebs: { deleteOnTermination: false } }],
        },
      },
      sets({ 'root_block_device.0.delete_on_termination': false }),
    ],
    [
      'ModifyInstanceAttribute',
      {
        blockDeviceMapping: {
          items: [{ deviceName: '/dev/sdb', ebs: { deleteOnTermination: false } }],
        },
      },
      [
        setAt(
          ['ebs_block_device', { element: { device_name: '/dev/sdb' } }, 'delete_on_termination'],
          false,
        ),
      ],
    ],
    [
      'ModifyInstanceMetadataOptions',
      {
        ModifyInstanceMetadataOptionsRequest: {
          InstanceId: 'i-1',
          HttpTokens: 'required',
          HttpPutResponseHopLimit: 1,
        },
      },
      sets({
        'metadata_options.0.http_put_response_hop_limit': 1,
        'metadata_options.0.http_tokens': 'required',
      }),
    ],
    [
      'ModifyInstanceMetadataOptions',
      { httpEndpoint: 'disabled' },
      sets({ 'metadata_options.0.http_endpoint': 'disabled' }),
    ],
    [
      'ModifyInstanceCreditSpecification',
      {
        ModifyInstanceCreditSpecificationRequest: {
          InstanceCreditSpecification: { InstanceId: 'i-1', CpuCredits: 'unlimited', tag: 1 },
        },
      },
      sets({ 'credit_specification.0.cpu_credits': 'unlimited' }),
    ],
    [
      'ModifyInstanceMaintenanceOptions',
      { autoRecovery: 'disabled' },
      sets({ 'maintenance_options.0.auto_recovery': 'disabled' }),
    ],
    ['ModifyInstancePlacement', { tenancy: 'dedicated' }, sets({ tenancy: 'dedicated' })],
    [
      'MonitorInstances',
      { instancesSet: { items: [{ instanceId: 'i-1' }] } },
      sets({ monitoring: true }),
    ],
    [
      'UnmonitorInstances',
      { instancesSet: { items: [{ instanceId: 'i-1' }] } },
      sets({ monitoring: false }),
    ],
    [
      'TerminateInstances',
      { instancesSet: { items: [{ instanceId: 'i-1' }] } },
      [{ kind: 'delete' }],
    ],
    [
      'AssociateIamInstanceProfile',
      {
        AssociateIamInstanceProfileRequest: {
          InstanceId: 'i-1',
          IamInstanceProfile: { Name: 'web' },
        },
      },
      sets({ iam_instance_profile: 'web' }),
    ],
    [
      'ReplaceIamInstanceProfileAssociation',
      {
        AssociationId: 'a-1',
        IamInstanceProfile: { Arn: 'arn:aws:iam::111122223333:instance-profile/web' },
      },
      sets({ iam_instance_profile: 'web' }),
      { iamInstanceProfileAssociation: { instanceId: 'i-1' } },
    ],
    [
      'DisassociateIamInstanceProfile',
      { AssociationId: 'a-1' },
      sets({ iam_instance_profile: null }),
      { iamInstanceProfileAssociation: { instanceId: 'i-1' } },
    ],
  ])('%s %j', (operation, request, changes, response = {}) => {
    const full = 'AssociationId' in request ? request : { instanceId: 'i-1', ...request };
    const sent = Object.keys(request).some((key) => key.endsWith('Request')) ? request : full;

    expect(translate(operation, sent, response, estate)).toEqual({ 'aws_instance i-1': changes });
  });

  it.each(['StartInstances', 'StopInstances', 'RebootInstances'])(
    '%s changes nothing',
    (operation) => {
      const request = { instancesSet: { items: [{ instanceId: 'i-1' }] } };

      expect(translate(operation, request, {}, estate)).toEqual({});
    },
  );

  it.each<[string, JsonObject, RegExp]>([
    ['ModifyInstanceAttribute', { instanceType: { value: 't3.large' } }, /names the aws_instance/],
    [
      'ModifyInstanceAttribute',
      { instanceId: 'i-1', sourceDestCheck: { value: 'maybe' } },
      /unexpected shape/,
    ],
    ['TerminateInstances', {}, /instancesSet is missing/],
    ['TerminateInstances', { instancesSet: { items: ['i-1'] } }, /nothing in it names/],
  ])('%s refuses %j', (operation, request, message) => {
    expect(translate(operation, request)).toMatch(message);
  });
});

describe('resources beside an instance', () => {
  const groups = { networkInterfaceId: 'eni-1', groupSet: { items: [{ groupId: 'sg-9' }] } };
  const own = estateOf(web, { address: 'aws_network_interface.a', attributes: { id: 'eni-1' } });

  it.each<[string, Estate, string, readonly Change[]]>([
    [
      'its primary interface',
      estate,
      'aws_instance i-1',
      sets({ vpc_security_group_ids: ['sg-9'] }),
    ],
    [
      'a managed interface',
      own,
      'aws_network_interface eni-1',
      sets({ security_groups: ['sg-9'] }),
    ],
    [
      'an unknown interface',
      estateOf(),
      'aws_network_interface eni-1',
      sets({ security_groups: ['sg-9'] }),
    ],
  ])('security groups of %s', (_, managed, name, changes) => {
    expect(translate('ModifyNetworkInterfaceAttribute', groups, {}, managed)).toEqual({
      [name]: changes,
    });
  });

  it.each<[string, string, readonly Change[]]>([
    [
      'vol-1',
      'aws_instance i-1',
      sets({
        'root_block_device.0.iops': 4000,
        'root_block_device.0.volume_size': 30,
        'root_block_device.0.volume_type': 'gp3',
      }),
    ],
    [
      'vol-2',
      'aws_instance i-1',
      ['iops', 'volume_size', 'volume_type'].map((name, index) =>
        setAt(
          ['ebs_block_device', { element: { device_name: '/dev/sdb' } }, name],
          [4000, 30, 'gp3'][index] ?? null,
        ),
      ),
    ],
    ['vol-3', 'aws_ebs_volume vol-3', sets({ iops: 4000, size: 30, type: 'gp3' })],
  ])('ModifyVolume of %s', (volume, name, changes) => {
    const request = {
      ModifyVolumeRequest: { VolumeId: volume, Size: '30', VolumeType: 'gp3', Iops: 4000 },
    };

    expect(translate('ModifyVolume', request, {}, estate)).toEqual({ [name]: changes });
  });

  it('leaves an attached volume that is a resource of its own out of the instance', () => {
    const apart = estateOf(web, { address: 'aws_ebs_volume.data', attributes: { id: 'vol-2' } });

    expect(translate('ModifyVolume', { volumeId: 'vol-2', size: 30 }, {}, apart)).toEqual({
      'aws_ebs_volume vol-2': sets({ size: 30 }),
    });
  });
});

describe('account-wide settings', () => {
  const type = 'aws_ebs_encryption_by_default';
  const one = { address: `${type}.this`, attributes: { id: 'terraform-1' } };
  const vpcIn = (region: string) => ({
    address: 'aws_vpc.main',
    attributes: { id: 'vpc-1', arn: `arn:aws:ec2:${region}:111122223333:vpc/vpc-1` },
  });
  const disable = (...managed: readonly FakeResource[]) =>
    translate('DisableEbsEncryptionByDefault', {}, {}, estateOf(...managed));

  it('are found if the configuration is known to be in the region', () => {
    const here = vpcIn('eu-central-1');

    expect(disable(one, here)).toEqual({ [`${type} terraform-1`]: sets({ enabled: false }) });
  });

  it('of another region are left alone', () => {
    expect(disable(one, vpcIn('us-west-2'))).toEqual({
      [`${type} eu-central-1`]: sets({ enabled: false }),
    });
  });

  it.each([
    ['of a configuration that does not say where it is', [one], `${type}.this`],
    [
      'of which there are two',
      [one, { ...one, address: `${type}.b` }, vpcIn('eu-central-1')],
      `${type}.this or ${type}.b`,
    ],
  ])('are left for a person to check, %s', (_what, managed, named) => {
    expect(disable(...managed)).toContain(`does not say whether that is ${named}.`);
  });
});

describe('CreateTags and DeleteTags', () => {
  const tagSet = {
    items: [
      { key: 'Team', value: 'core' },
      { key: 'aws:cloudformation:stack-name', value: 'x' },
    ],
  };
  const on = (...ids: readonly string[]) => ({
    resourcesSet: { items: ids.map((resourceId) => ({ resourceId })) },
    tagSet,
  });

  it.each([
    ['i-1', 'aws_instance i-1'],
    ['sg-1', 'aws_security_group sg-1'],
    ['vpc-1', 'aws_vpc vpc-1'],
    ['subnet-1', 'aws_subnet subnet-1'],
    ['eipalloc-1', 'aws_eip eipalloc-1'],
    ['vpce-svc-1', 'aws_vpc_endpoint_service vpce-svc-1'],
    ['tgw-attach-1', 'aws_ec2_transit_gateway_vpc_attachment tgw-attach-1'],
    ['key-1', 'aws_key_pair key-1'],
    ['lt-1', 'aws_launch_template lt-1'],
  ])('%s is %s', (id, name) => {
    expect(translate('CreateTags', on(id))).toEqual({ [name]: sets({ 'tags.Team': 'core' }) });
    expect(translate('DeleteTags', on(id))).toEqual({ [name]: sets({ 'tags.Team': null }) });
  });

  it('prefers the type that is managed', () => {
    const managed = estateOf(
      { address: 'aws_default_vpc.this', attributes: { id: 'vpc-1' } },
      { address: 'aws_vpc_security_group_egress_rule.a', attributes: { id: 'sgr-1' } },
    );

    expect(
      Object.keys(translate('CreateTags', on('vpc-1', 'sgr-1', 'unknown-1'), {}, managed)),
    ).toEqual(['aws_default_vpc vpc-1', 'aws_vpc_security_group_egress_rule sgr-1']);
  });

  it('also finds the volumes of an instance', () => {
    const tagged = estateOf({ ...web, declares: ['volume_tags'] });

    expect(translate('CreateTags', on('vol-1'), {}, tagged)).toEqual({
      'aws_ebs_volume vol-1': sets({ 'tags.Team': 'core' }),
      'aws_instance i-1': sets({ 'volume_tags.Team': 'core' }),
    });
    expect(translate('CreateTags', on('vol-1'), {}, estate)).toHaveProperty(
      'aws_instance i-1',
      sets({ 'root_block_device.0.tags.Team': 'core' }),
    );
  });

  it('removes all tags when none is named', () => {
    const request = { resourcesSet: { items: [{ resourceId: 'i-1' }] }, tagSet: {} };

    expect(translate('DeleteTags', request)).toEqual({ 'aws_instance i-1': sets({ tags: null }) });
  });
});
