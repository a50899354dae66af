import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { trailRecord } from '../../adapters/collect/records.ts';
import { newFolder, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

const time = Date.parse('2026-03-14T03:00:00Z');

const template = `resource "aws_launch_template" "web" {
  name          = "web"
  image_id      = "ami-1"
  instance_type = "t3.small"
}
`;

function group(version: string, more = ''): string {
  return `resource "aws_autoscaling_group" "web" {
  name     = "web"
  min_size = 1
  max_size = 4

  launch_template {
    id      = aws_launch_template.web.id
    version = ${version}
  }
${more}}
`;
}

const resources = [
  {
    mode: 'managed',
    type: 'aws_launch_template',
    name: 'web',
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [
      {
        attributes: {
          arn: 'arn:aws:ec2:us-east-1:123456789012:launch-template/lt-1',
          id: 'lt-1',
          name: 'web',
          image_id: 'ami-1',
          instance_type: 't3.small',
          default_version: 1,
          latest_version: 1,
        },
      },
    ],
  },
  {
    mode: 'managed',
    type: 'aws_autoscaling_group',
    name: 'web',
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [
      {
        attributes: {
          arn: 'arn:aws:autoscaling:us-east-1:123456789012:autoScalingGroup:u:autoScalingGroupName/web',
          id: 'web',
          name: 'web',
          min_size: 1,
          max_size: 4,
          launch_template: [{ id: 'lt-1', name: 'web', version: '1' }],
        },
      },
    ],
  },
];

const state = {
  version: 4,
  terraform_version: '1.11.4',
  serial: 7,
  lineage: '5d1f3c0e-0000-4000-8000-000000000000',
  outputs: {},
  resources,
};

function versioned(versionNumber: number): object {
  return trailRecord('e1', time, {
    eventSource: 'ec2.amazonaws.com',
    eventName: 'CreateLaunchTemplateVersion',
    requestParameters: {
      CreateLaunchTemplateVersionRequest: {
        LaunchTemplateId: 'lt-1',
        SourceVersion: 1,
        LaunchTemplateData: { ImageId: 'ami-2' },
      },
    },
    responseElements: {
      CreateLaunchTemplateVersionResponse: {
        launchTemplateVersion: { launchTemplateId: 'lt-1', versionNumber },
      },
    },
  });
}

const newVersion = versioned(2);

const groupMoved = trailRecord('e2', time + 60_000, {
  eventSource: 'autoscaling.amazonaws.com',
  eventName: 'UpdateAutoScalingGroup',
  requestParameters: {
    autoScalingGroupName: 'web',
    launchTemplate: { launchTemplateId: 'lt-1', version: '2' },
  },
});

function defaulted(id: string, version: number): object {
  return trailRecord(id, time + 30_000 * version, {
    eventSource: 'ec2.amazonaws.com',
    eventName: 'ModifyLaunchTemplate',
    requestParameters: {
      ModifyLaunchTemplateRequest: { LaunchTemplateId: 'lt-1', SetDefaultVersion: version },
    },
  });
}

interface Reported {
  readonly files: readonly string[];
  readonly edits: readonly string[];
  readonly notes: readonly string[];
  readonly drifts: readonly string[];
}

async function reconcile(main: string, records: readonly object[]): Promise<Reported> {
  const root = newFolder();
  writeFileSync(join(root, 'main.tf'), main);
  writeFileSync(join(root, 'terraform.tfstate'), JSON.stringify(state));
  writeFileSync(join(root, 'log.json'), JSON.stringify({ Records: records }));
  const args = ['--state', 'terraform.tfstate', '--events', 'log.json', '--policy', 'accept-all'];
  const { out } = await parley(root, 'reconcile', ...args, '--json');
  const { patches, drifts } = JSON.parse(out);
  type Patch = {
    files: { path: string; edits: { text: string }[] }[];
    verification: { notes: string[] };
  };
  return {
    files: patches.flatMap(({ files }: Patch) => files.map(({ path }) => path)),
    edits: patches.flatMap(({ files }: Patch) =>
      files.flatMap(({ edits }) => edits.map(({ text }) => text)),
    ),
    notes: patches.flatMap(({ verification }: Patch) => verification.notes),
    drifts: drifts.map(({ address, path }: { address: string; path: string[] }) =>
      [address, ...path].join('.'),
    ),
  };
}

const note =
  'The next apply will change launch_template[0].version of aws_autoscaling_group.web: it follows latest_version of aws_launch_template.web, which has a newer version in the cloud.';

describe('a group that follows a changed launch template', () => {
  it.each([
    ['directly', 'aws_launch_template.web.latest_version', ''],
    ['in a text', '"$' + '{aws_launch_template.web.latest_version}"', ''],
    [
      'by a local value',
      'local.version',
      `locals {
  version = aws_launch_template.web.latest_version
}
`,
    ],
  ])('is reported if it takes the version %s', async (_, version, more) => {
    const { edits, notes } = await reconcile(`${template}${group(version)}${more}`, [newVersion]);

    expect(edits).toEqual(['"ami-2"']);
    expect(notes).toContain(note);
  });

  it.each([
    ['takes nothing from it', group('"1"')],
    ['takes what did not move', group('aws_launch_template.web.default_version')],
    [
      'leaves it to others',
      group(
        'aws_launch_template.web.latest_version',
        `
  lifecycle {
    ignore_changes = [launch_template]
  }
`,
      ),
    ],
  ])('is not reported if it %s', async (_, code) => {
    const { edits, notes } = await reconcile(`${template}${code}`, [newVersion]);

    expect(edits).toEqual(['"ami-2"']);
    expect(notes.filter((each) => each.includes('follows'))).toEqual([]);
  });

  it('keeps its reference if it was updated as well', async () => {
    const code = `${template}${group('aws_launch_template.web.latest_version')}`;
    const { drifts, edits, notes } = await reconcile(code, [newVersion, groupMoved]);

    expect(drifts).toEqual(['aws_launch_template.web.image_id']);
    expect(edits).toEqual(['"ami-2"']);
    expect(notes.filter((each) => each.includes('follows'))).toEqual([]);
  });

  it('is reported if it takes the default version, which the code leaves open', async () => {
    const code = `${template}${group('aws_launch_template.web.default_version')}`;
    const { drifts, edits, notes } = await reconcile(code, [newVersion, defaulted('e3', 2)]);

    expect(drifts).toEqual(['aws_launch_template.web.image_id']);
    expect(edits).toEqual(['"ami-2"']);
    expect(notes).toEqual([note.replace('latest_version', 'default_version')]);
  });
});

it('a default version that is no longer the latest is open until it is again', async () => {
  const root = newFolder();
  const scan = async (records: readonly object[]): Promise<Report> => {
    writeFileSync(join(root, 'log.json'), JSON.stringify({ Records: records }));
    const args = ['--state', 'terraform.tfstate', '--events', 'log.json', '--json'];
    return JSON.parse((await parley(root, 'scan', ...args)).out);
  };
  const second = JSON.stringify(state).replaceAll('_version":1', '_version":2');
  writeFileSync(join(root, 'main.tf'), template);
  writeFileSync(join(root, 'terraform.tfstate'), second);
  await parley(root, 'init');
  const field = { address: 'aws_launch_template.web', path: ['default_version'] };

  const { openDrifts } = await scan([defaulted('e3', 1)]);
  const { closedDrifts } = await scan([versioned(3), defaulted('e4', 3)]);

  expect(openDrifts).toMatchObject([field]);
  expect(closedDrifts).toMatchObject([
    { ...field, reason: 'handed-over', because: 'The code leaves the field to the provider.' },
  ]);
});
