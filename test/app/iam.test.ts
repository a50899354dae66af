import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { awsEntries } from '../../src/providers/aws/all.ts';
import { azureTypes } from '../../src/providers/azure/all.ts';
import { gcpEntries } from '../../src/providers/google/all.ts';

const root = resolve(import.meta.dirname, '../..');

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
}

interface AzureRole {
  readonly Actions: readonly string[];
  readonly DataActions: readonly string[];
}

function documentsOf<T>(cloud: string): ReadonlyMap<string, T> {
  const folder = join(root, 'docs', 'iam', cloud);
  return new Map(
    readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  );
}

const aws = documentsOf<{ readonly Statement: readonly Statement[] }>('aws');
const azure = documentsOf<AzureRole>('azure');
const gcp = documentsOf<{ readonly includedPermissions: readonly string[] }>('gcp');

function actions(name: string, effect: Statement['Effect'] = 'Allow'): readonly string[] {
  const statements = aws.get(name)?.Statement ?? [];
  return statements.filter(({ Effect }) => Effect === effect).flatMap(({ Action }) => Action);
}

/** Source of everything that requests records or states from a cloud, and of its authentication. */
function sourceOf(...folders: readonly string[]): string {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
    )
    .join('\n');
}

const source = sourceOf('src/adapters/collect', 'src/adapters/net', 'src/adapters/state-source');

/** The IAM action that each call needs, which may have another name. */
const renamed: Readonly<Record<string, string>> = {
  LookupEvents: 'cloudtrail:LookupEvents',
  ListObjectsV2: 's3:ListBucket',
  GetObject: 's3:GetObject',
  ReceiveMessage: 'sqs:ReceiveMessage',
  DeleteMessage: 'sqs:DeleteMessage',
  GetQueueAttributes: 'sqs:GetQueueAttributes',
};

function matches(pattern: string, name: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`, 'i').test(name);
}

describe('docs/iam/aws', () => {
  it('allows exactly the calls that the code makes', () => {
    const calls = [...source.matchAll(/new (\w+)Command\(/g)].map(([, name = '']) => name);
    const needed = [
      ...calls.map((name) => renamed[name] ?? `${name} is new`),
      ...(source.includes('fromTemporaryCredentials(') ? ['sts:AssumeRole'] : []),
      // S3 makes this call on behalf of whoever reads encrypted objects.
      'kms:Decrypt',
    ];
    const given = [...aws.keys()].filter((name) => name !== 'read-back.json');

    expect([...new Set(given.flatMap((name) => actions(name)))].sort()).toEqual(
      [...new Set(needed)].sort(),
    );
  });

  it('lets nobody but Parley itself in', () => {
    expect(
      [...aws.keys()].filter((name) => JSON.stringify(aws.get(name)).includes('Principal')),
    ).toEqual(['trust.json']);
    const conditions = JSON.stringify(aws.get('trust.json'));
    const [, session] = /const sessionName = '(\w+)'/.exec(source) ?? [];

    expect(conditions).toContain(`"sts:RoleSessionName":"${session}"`);
    expect(conditions).toContain('sts:ExternalId');
  });

  it('grants read-back for every service in the catalog', () => {
    const prefixes: Readonly<Record<string, string>> = { monitoring: 'cloudwatch' };
    // Keys for a minute, sessions, and tags, which are read along with their resource.
    const passing = ['ec2-instance-connect', 'sts', 'tagging'];
    const services = awsEntries.map(({ service }) => service.replace('.amazonaws.com', ''));
    const needed = [...new Set(services)].filter((name) => !passing.includes(name));
    const given = new Set(actions('read-back.json').map((action) => action.split(':')[0]));

    expect(needed.filter((name) => !given.has(prefixes[name] ?? name))).toEqual([]);
  });

  it('grants read-back no right to change anything or to read content', () => {
    const allowed = actions('read-back.json');
    const denied = actions('read-back.json', 'Deny');
    const isRead = (action: string) =>
      /^[a-z0-9-]+:(?:Get|List|Describe|BatchGet|GET$)/.test(action);
    const content = [
      'dynamodb:GetItem',
      'dynamodb:Scan',
      'ec2:GetPasswordData',
      'kinesis:GetRecords',
      'kms:Decrypt',
      'logs:GetLogEvents',
      's3:GetObject',
      's3:GetObjectVersion',
      'secretsmanager:GetSecretValue',
      'sqs:ReceiveMessage',
      'ssm:GetParameter',
      'ssm:GetParametersByPath',
    ];

    expect(allowed.filter((action) => !isRead(action))).toEqual([]);
    for (const action of content) {
      expect(allowed.filter((pattern) => matches(pattern, action))).toEqual([]);
      expect(
        denied.some((pattern) => matches(pattern, action)),
        action,
      ).toBe(true);
    }
  });
});

describe('docs/iam/azure', () => {
  it('allows exactly the calls that the code makes', () => {
    expect(source).toContain('activityLogs');
    expect(source).toContain("azureScope = 'https://storage.azure.com/.default'");
    expect(azure.get('activity-log.json')).toMatchObject({
      Actions: ['Microsoft.Insights/eventtypes/values/read'],
      DataActions: [],
    });
    expect(azure.get('state-blobs.json')).toMatchObject({
      Actions: [],
      DataActions: ['Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read'],
    });
  });

  it('grants read-back what the catalog needs, and only to read', () => {
    const { Actions = [], DataActions } = azure.get('read-back.json') ?? {};
    const unread = azureTypes
      .map(({ arm }) => `${arm}/read`)
      .filter((action) => !Actions.some((pattern) => matches(pattern, action)));

    expect(unread).toEqual([]);
    expect(Actions.filter((action) => !action.endsWith('/read'))).toEqual([]);
    expect(DataActions).toEqual([]);
  });
});

describe('docs/iam/gcp', () => {
  it('allows exactly the calls that the code makes', () => {
    const calls = [
      ['/v2/entries:list', 'audit-logs.json', 'logging.logEntries.list'],
      ['/storage/v1/b/', 'state-objects.json', 'storage.objects.get'],
    ] as const;
    for (const [path, name, permission] of calls) {
      expect(source).toContain(path);
      expect(gcp.get(name)?.includedPermissions).toEqual([permission]);
    }
  });

  it('grants read-back every service in the catalog, and only to read', () => {
    const { includedPermissions = [] } = gcp.get('read-back.json') ?? {};
    const prefixes: Readonly<Record<string, string>> = {
      cloudresourcemanager: 'resourcemanager',
    };
    const given = new Set(includedPermissions.map((name) => name.split('.')[0]));
    const services = gcpEntries.map(({ service }) => service.replace('.googleapis.com', ''));

    expect([...new Set(services)].filter((name) => !given.has(prefixes[name] ?? name))).toEqual([]);
    expect(
      includedPermissions.filter((name) => !/\.(?:get|list|getIamPolicy)$/.test(name)),
    ).toEqual([]);
    expect(includedPermissions).not.toContain('secretmanager.versions.access');
    expect(includedPermissions).not.toContain('bigquery.tables.getData');
  });
});
