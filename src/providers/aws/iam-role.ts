import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { firstManaged, globalArn, localRef } from '../catalog/naming.ts';
import { requireText } from '../catalog/request.ts';
import { number, response } from '../catalog/sources.ts';
import type { Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { iamService, policy, requestedPrincipal, role } from './iam-names.ts';

const type = role.type;
const linked = 'aws_iam_service_linked_role';
const profile = 'aws_iam_instance_profile';

const keys = requestedPrincipal(role);

/** The role of that name, or the service-linked one if that is managed. */
function anyRole(event: AuditEvent, estate: Estate): ResourceRef {
  const name = requireText(event.request, 'roleName');
  return firstManaged(estate, keys(event, estate), localRef(event, estate, linked, { name }));
}

function profileRef(event: AuditEvent, estate: Estate): ResourceRef {
  const name = requireText(event.request, 'instanceProfileName');
  const arn = globalArn(event, 'iam', `instance-profile/${name}`);
  return localRef(event, estate, profile, { name }, arn);
}

export const iamRoleEntries = aws(iamService, [
  {
    type: type,
    identity: keys,
    fields: {
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
    calls: {
      CreateRole: 'create',
      DeleteRole: 'delete',
      UpdateRole: {
        set: {
          description: 'description',
          max_session_duration: number('maxSessionDuration'),
        },
        by: anyRole,
      },
      UpdateRoleDescription: { set: { description: 'description' }, by: anyRole },
      UpdateAssumeRolePolicy: { set: { assume_role_policy: policy('policyDocument') } },
      PutRolePermissionsBoundary: { set: { permissions_boundary: 'permissionsBoundary' } },
      DeleteRolePermissionsBoundary: { to: { permissions_boundary: null } },
    },
  },
  {
    type: type,
    also: [linked],
    identity: anyRole,
    calls: { TagRole: { tag: 'tags' }, UntagRole: { untag: 'tagKeys' } },
  },
  {
    type: linked,
    identity: (event, estate) =>
      localRef(event, estate, linked, { name: requireText(event.request, 'roleName') }),
    created: [{ arn: response('role.arn') }],
    fields: {
      aws_service_name: 'awsServiceName',
      custom_suffix: 'customSuffix',
      description: 'description',
    },
    importId: response('role.arn'),
    calls: {
      CreateServiceLinkedRole: 'create',
      DeleteServiceLinkedRole: 'delete',
    },
  },
  {
    type: profile,
    identity: profileRef,
    fields: { name: 'instanceProfileName', path: 'path' },
    tags: 'tags',
    defaults: { path: '/' },
    importId: 'instanceProfileName',
    neverEmpty: true,
    calls: {
      CreateInstanceProfile: 'create',
      DeleteInstanceProfile: 'delete',
      TagInstanceProfile: { tag: 'tags' },
      UntagInstanceProfile: { untag: 'tagKeys' },
      AddRoleToInstanceProfile: { set: { role: 'roleName' } },
      RemoveRoleFromInstanceProfile: { to: { role: null } },
    },
  },
]);
