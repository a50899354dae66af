import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { launchTemplateEntries } from '../../../src/providers/aws/ec2-launch-template.ts';
import { hidden, sets, translator } from '../catalog/changes.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(launchTemplateEntries, 'ec2.amazonaws.com');
const name = 'aws_launch_template lt-1';
const estate = estateOf({
  address: 'aws_launch_template.web',
  attributes: {
    id: 'lt-1',
    name: 'web',
    latest_version: 3,
    block_device_mappings: [{ device_name: '/dev/xvda', ebs: [{ volume_size: 8 }] }],
  },
});

function changesOfVersion(data: JsonObject, more: JsonObject = {}, response: JsonObject = {}) {
  const request = {
    CreateLaunchTemplateVersionRequest: {
      LaunchTemplateId: 'lt-1',
      LaunchTemplateData: data,
      ...more,
    },
  };
  const changes = translate('CreateLaunchTemplateVersion', request, response, estate);
  return typeof changes === 'string' ? [] : (changes[name] ?? []);
}

/** Paths that a new version resets, since it does not mention them. */
function resetPaths(changes: readonly Change[]): readonly string[] {
  return changes.flatMap((change) =>
    change.kind === 'set' && change.value.kind === 'known' && isReset(change.value.value)
      ? [change.path.join('.')]
      : [],
  );
}

function isReset(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

describe('CreateLaunchTemplateVersion', () => {
  it('on top of another version sets what the request has', () => {
    const data = {
      InstanceType: 't3.large',
      SecurityGroupId: [
        { tag: 1, content: 'sg-2' },
        { tag: 2, content: 'sg-1' },
      ],
      EbsOptimized: true,
      UserData: '<sensitiveDataRemoved>',
      MetadataOptions: { HttpTokens: 'required' },
      Monitoring: { Enabled: true },
      IamInstanceProfile: { Name: 'web' },
      BlockDeviceMapping: {
        tag: 1,
        DeviceName: '/dev/xvda',
        Ebs: { VolumeSize: 30, Encrypted: true },
      },
      TagSpecification: {
        tag: 1,
        ResourceType: 'instance',
        Tag: { tag: 1, Key: 'Team', Value: 'core' },
      },
    };

    expect(changesOfVersion(data, { SourceVersion: 2, VersionDescription: 'bigger' })).toEqual([
      ...sets({ ebs_optimized: 'true', instance_type: 't3.large' }),
      hidden('user_data', 'redacted'),
      ...sets({
        vpc_security_group_ids: ['sg-1', 'sg-2'],
        'iam_instance_profile.0.name': 'web',
        'metadata_options.0.http_tokens': 'required',
        'monitoring.0.enabled': true,
        'block_device_mappings.0.device_name': '/dev/xvda',
        'block_device_mappings.0.ebs.0.encrypted': 'true',
        'block_device_mappings.0.ebs.0.volume_size': 30,
        tag_specifications: [{ resource_type: 'instance', tags: { Team: 'core' } }],
        description: 'bigger',
      }),
    ]);
  });

  it('from scratch resets what the request does not have', () => {
    const changes = changesOfVersion({ InstanceType: 't3.large' });

    expect(changes).toContainEqual(sets({ instance_type: 't3.large' })[0]);
    expect(resetPaths(changes)).toEqual(
      expect.arrayContaining(['image_id', 'key_name', 'metadata_options', 'block_device_mappings']),
    );
    expect(resetPaths(changes)).not.toContain('instance_type');
  });

  it('takes the whole content and the number from the response, where that has them', () => {
    const response = {
      CreateLaunchTemplateVersionResponse: {
        launchTemplateVersion: {
          versionNumber: 4,
          launchTemplateData: {
            imageId: 'ami-1',
            instanceType: 't3.large',
            securityGroupIdSet: { item: 'sg-1' },
          },
        },
      },
    };
    const changes = changesOfVersion({ InstanceType: 't3.large' }, { SourceVersion: 2 }, response);

    expect(changes).toEqual(
      expect.arrayContaining([
        ...sets({
          image_id: 'ami-1',
          instance_type: 't3.large',
          vpc_security_group_ids: ['sg-1'],
          latest_version: 4,
        }),
      ]),
    );
    expect(resetPaths(changes)).toContain('key_name');
  });
});

describe('the template', () => {
  it('is created from its first version', () => {
    const request = {
      LaunchTemplateName: 'web',
      LaunchTemplateData: {
        InstanceType: 't3.micro',
        BlockDeviceMapping: { tag: 1, DeviceName: '/dev/xvda', Ebs: { VolumeSize: 8 } },
        UserData: '<sensitiveDataRemoved>',
      },
    };
    const response = {
      CreateLaunchTemplateResponse: { launchTemplate: { launchTemplateId: 'lt-1' } },
    };
    const attributes = {
      name: 'web',
      instance_type: 't3.micro',
      block_device_mappings: [{ device_name: '/dev/xvda', ebs: [{ volume_size: 8 }] }],
    };

    expect(
      translate('CreateLaunchTemplate', { CreateLaunchTemplateRequest: request }, response),
    ).toEqual({
      [name]: [{ kind: 'create', attributes, importId: 'lt-1' }, hidden('user_data', 'redacted')],
    });
  });

  it.each<[string, JsonObject, readonly Change[] | undefined]>([
    ['ModifyLaunchTemplate', { SetDefaultVersion: '2' }, sets({ default_version: 2 })],
    ['DeleteLaunchTemplate', {}, [{ kind: 'delete' }]],
    ['DeleteLaunchTemplateVersions', { LaunchTemplateVersion: { tag: 1, content: 2 } }, undefined],
    [
      'DeleteLaunchTemplateVersions',
      { LaunchTemplateVersion: { tag: 1, content: 3 } },
      [hidden('', 'omitted')],
    ],
  ])('%s %j', (operation, request, changes) => {
    const wrapped = { [`${operation}Request`]: { LaunchTemplateId: 'lt-1', ...request } };

    expect(translate(operation, wrapped, {}, estate)).toEqual(
      changes === undefined ? {} : { [name]: changes },
    );
  });
});
