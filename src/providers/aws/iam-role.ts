import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { creates, deletes, number, response, tagging, updates } from '../catalog/define.ts';
import { setEffect } from '../catalog/effects.ts';
import { firstManaged, globalArn, localRef } from '../catalog/naming.ts';
import { requireText } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { iamService, policy, requestedPrincipal, role } from './iam-names.ts';

const type = role.type;
const linked = 'aws_iam_service_linked_role';
const profile = 'aws_iam_instance_profile';

const keys = requestedPrincipal(role);

/** A role, or the service-linked one of that name. */
function anyRole(event: AuditEvent, estate: Estate): ResourceRef {
  const name = requireText(event.request, 'roleName');
  return firstManaged(estate, keys(event, estate), localRef(event, estate, linked, { name }));
}

const roleEntries: readonly CatalogEntry[] = [
  creates({
    service: iamService,
    operations: ['CreateRole'],
    type,
    keys,
    attributes: {
      name: 'roleName',
      path: 'path',
      description: 'description',
      assume_role_policy: policy('assumeRolePolicyDocument'),
      max_session_duration: number('maxSessionDuration'),
      permissions_boundary: 'permissionsBoundary',
    },
    tags: 'tags',
    defaults: { path: '/', max_session_duration: 3600 },
    importId: 'roleName',
  }),
  deletes({ service: iamService, operations: ['DeleteRole'], type, keys }),
  updates({
    service: iamService,
    operations: ['UpdateRole', 'UpdateRoleDescription'],
    type,
    keys: anyRole,
    attributes: {
      description: 'description',
      max_session_duration: number('maxSessionDuration'),
    },
  }),
  updates({
    service: iamService,
    operations: ['UpdateAssumeRolePolicy'],
    type,
    keys,
    attributes: { assume_role_policy: policy('policyDocument') },
  }),
  updates({
    service: iamService,
    operations: ['PutRolePermissionsBoundary'],
    type,
    keys,
    attributes: { permissions_boundary: 'permissionsBoundary' },
  }),
  {
    service: iamService,
    operations: ['DeleteRolePermissionsBoundary'],
    types: [type],
    effects: (event, estate) => [setEffect(keys(event, estate), ['permissions_boundary'], null)],
  },
  ...tagging({
    service: iamService,
    tag: ['TagRole'],
    untag: ['UntagRole'],
    types: [type, linked],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: anyRole,
  }),
  creates({
    service: iamService,
    operations: ['CreateServiceLinkedRole'],
    type: linked,
    keys: [{ arn: response('role.arn') }],
    attributes: {
      aws_service_name: 'awsServiceName',
      custom_suffix: 'customSuffix',
      description: 'description',
    },
    importId: response('role.arn'),
  }),
  deletes({
    service: iamService,
    operations: ['DeleteServiceLinkedRole'],
    type: linked,
    keys: (event, estate) =>
      localRef(event, estate, linked, { name: requireText(event.request, 'roleName') }),
  }),
];

function profileRef(event: AuditEvent, estate: Estate): ResourceRef {
  const name = requireText(event.request, 'instanceProfileName');
  const arn = globalArn(event, 'iam', `instance-profile/${name}`);
  return localRef(event, estate, profile, { name }, arn);
}

function profileRole(operation: string, value: (event: AuditEvent) => string | null): CatalogEntry {
  return {
    service: iamService,
    operations: [operation],
    types: [profile],
    effects: (event, estate): readonly DraftEffect[] => [
      setEffect(profileRef(event, estate), ['role'], value(event)),
    ],
  };
}

const profileEntries: readonly CatalogEntry[] = [
  creates({
    service: iamService,
    operations: ['CreateInstanceProfile'],
    type: profile,
    keys: profileRef,
    attributes: { name: 'instanceProfileName', path: 'path' },
    tags: 'tags',
    defaults: { path: '/' },
    importId: 'instanceProfileName',
  }),
  deletes({
    service: iamService,
    operations: ['DeleteInstanceProfile'],
    type: profile,
    keys: profileRef,
  }),
  profileRole('AddRoleToInstanceProfile', ({ request }) => requireText(request, 'roleName')),
  profileRole('RemoveRoleFromInstanceProfile', () => null),
  ...tagging({
    service: iamService,
    tag: ['TagInstanceProfile'],
    untag: ['UntagInstanceProfile'],
    types: [profile],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: profileRef,
  }),
];

export const iamRoleEntries: readonly CatalogEntry[] = [...roleEntries, ...profileEntries];
