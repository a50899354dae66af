import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { type Judge, judged, testCase } from './make.ts';

const accounts = ['acme.example', 'acme-prod'];
const maria = 'user:maria@acme.example';
const project = 'google_project_iam_member';
const objects = 'roles/storage.objectViewer';
const bucket = (...members: readonly string[]): JsonObject => ({
  bucket: 'b',
  role: objects,
  members,
});
const data = (...bindings: readonly JsonObject[]): JsonObject => ({
  project: 'acme-prod',
  policy_data: JSON.stringify({ bindings }),
});
const member = (role: string, who: string, more: JsonObject = {}): JsonObject => ({
  project: 'acme-prod',
  role,
  member: who,
  ...more,
});

type Row = readonly [
  string,
  string,
  JsonObject | undefined,
  JsonObject | undefined,
  number,
  number,
  string?,
];

const rows: readonly Row[] = [
  [
    'an owner',
    project,
    undefined,
    member('roles/owner', maria),
    5,
    0,
    'may now do anything in this project (roles/owner)',
  ],
  ['an editor', project, undefined, member('roles/editor', maria), 5, 0],
  ['a viewer', project, undefined, member('roles/viewer', maria), 2, 0],
  [
    'a viewer of an organization',
    'google_organization_iam_member',
    undefined,
    { org_id: '1', role: 'roles/viewer', member: maria },
    3,
    0,
  ],
  ['an administrator of a service', project, undefined, member('roles/storage.admin', maria), 4, 0],
  [
    'who gives roles',
    project,
    undefined,
    member('roles/resourcemanager.projectIamAdmin', maria),
    5,
    0,
  ],
  [
    'who acts as service accounts of a project',
    project,
    undefined,
    member('roles/iam.serviceAccountTokenCreator', maria),
    5,
    0,
  ],
  [
    'who acts as one service account',
    'google_service_account_iam_member',
    undefined,
    { service_account_id: 'a', role: 'roles/iam.serviceAccountTokenCreator', member: maria },
    4,
    0,
  ],
  [
    'who reads secrets of a project',
    project,
    undefined,
    member('roles/secretmanager.secretAccessor', maria),
    4,
    0,
  ],
  [
    'who reads one secret',
    'google_secret_manager_secret_iam_member',
    undefined,
    { secret_id: 's', role: 'roles/secretmanager.secretAccessor', member: maria },
    2,
    0,
  ],
  [
    'with a condition',
    project,
    undefined,
    member('roles/storage.admin', maria, {
      condition: [{ title: 'x', expression: 'request.time < timestamp("2027-01-01T00:00:00Z")' }],
    }),
    3,
    0,
  ],
  [
    'a condition gone',
    project,
    member('roles/storage.admin', maria, { condition: [{ title: 'x', expression: 'a' }] }),
    member('roles/storage.admin', maria),
    4,
    0,
    'under another condition than before',
  ],
  [
    'strangers read a bucket',
    'google_storage_bucket_iam_binding',
    bucket(maria),
    bucket(maria, 'allUsers'),
    5,
    0,
    'Everyone may now read objects',
  ],
  [
    'whoever has a Google account',
    'google_storage_bucket_iam_binding',
    bucket(maria),
    bucket('allAuthenticatedUsers', maria),
    5,
    0,
    'Everyone with a Google account',
  ],
  [
    'members in another order',
    'google_storage_bucket_iam_binding',
    bucket(maria, 'user:b@acme.example'),
    bucket('user:b@acme.example', maria),
    0,
    0,
  ],
  [
    'another case of an address',
    'google_storage_bucket_iam_binding',
    bucket('user:Maria@acme.example'),
    bucket(maria),
    0,
    0,
  ],
  [
    'a member beside everybody',
    'google_storage_bucket_iam_binding',
    bucket('allUsers'),
    bucket('allUsers', maria),
    0,
    0,
  ],
  [
    'a colleague reads a bucket',
    'google_storage_bucket_iam_binding',
    bucket(maria),
    bucket(maria, 'user:b@acme.example'),
    1,
    0,
  ],
  [
    'a private address reads a bucket',
    'google_storage_bucket_iam_binding',
    bucket(maria),
    bucket(maria, 'user:someone@gmail.com'),
    4,
    0,
    'which is outside',
  ],
  [
    'another domain',
    'google_storage_bucket_iam_binding',
    bucket(maria),
    bucket(maria, 'domain:other.example'),
    4,
    0,
  ],
  [
    'a service account of another project',
    'google_storage_bucket_iam_binding',
    bucket(maria),
    bucket(maria, 'serviceAccount:ci@other.iam.gserviceaccount.com'),
    4,
    0,
  ],
  [
    'a service account of this project',
    'google_storage_bucket_iam_binding',
    bucket(maria),
    bucket(maria, 'serviceAccount:ci@acme-prod.iam.gserviceaccount.com'),
    1,
    0,
  ],
  ['strangers gone', 'google_storage_bucket_iam_binding', bucket('allUsers'), bucket(maria), 0, 5],
  [
    'a policy with one more owner',
    'google_project_iam_policy',
    data({ role: 'roles/owner', members: [maria] }),
    data({ role: 'roles/owner', members: [maria, 'user:b@acme.example'] }),
    5,
    0,
  ],
  [
    'a policy regrouped',
    'google_project_iam_policy',
    data({ role: 'roles/viewer', members: [maria, 'user:b@acme.example'] }),
    data(
      { role: 'roles/viewer', members: ['user:b@acme.example'] },
      { role: 'roles/viewer', members: [maria] },
    ),
    0,
    0,
  ],
  [
    'an ACL for everybody',
    'google_storage_bucket_acl',
    { bucket: 'b', role_entity: [] },
    { bucket: 'b', role_entity: ['READER:allUsers'] },
    5,
    0,
  ],
  [
    'an entity of an ACL',
    'google_storage_bucket_access_control',
    undefined,
    { bucket: 'b', entity: 'allUsers', role: 'READER' },
    5,
    0,
  ],
  [
    'a dataset for whoever has a Google account',
    'google_bigquery_dataset_access',
    undefined,
    { dataset_id: 'd', role: 'READER', special_group: 'allAuthenticatedUsers' },
    5,
    0,
  ],
];

describe('roles of Google Cloud', () => {
  for (const [name, type, before, after, weakens, strengthens, says] of rows) {
    const judge: Judge = (...sides) => judged(type, ...sides, accounts);
    testCase(judge, { name, before, after, weakens, strengthens, says });
  }

  it('cannot tell what a custom role allows', () => {
    const { harms } = judged(
      project,
      undefined,
      member('projects/acme-prod/roles/deployer', maria),
      accounts,
    );

    expect(harms).toEqual([expect.objectContaining({ severity: 3, doubt: 'cannot-tell' })]);
  });

  it('cannot tell a policy that is masked', () => {
    const { harms } = judged('google_project_iam_policy', data(), {
      project: 'p',
      policy_data: '***',
    });

    expect(harms).toEqual([expect.objectContaining({ doubt: 'cannot-tell' })]);
  });
});
