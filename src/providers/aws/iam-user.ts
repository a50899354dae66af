import type { AuditEvent } from '../../model/event.ts';
import type { Naming } from '../catalog/identity.ts';
import { requireText, textAt } from '../catalog/request.ts';
import { response, textField } from '../catalog/sources.ts';
import { aws } from './aws.ts';
import { belongingTo, iamService, principalRef, requestedPrincipal, user } from './iam-names.ts';

const accessKey = 'aws_iam_access_key';
const loginProfile = 'aws_iam_user_login_profile';
const userKeys = requestedPrincipal(user);
const parent = { type: user.type, keys: userKeys };

/** Names a resource of which a user has at most one. */
function ofUser(type: string): Naming {
  return (event, estate) =>
    belongingTo(userKeys(event, estate), type, { user: requireText(event.request, 'userName') });
}

/** If the request has no user name, the new key belongs to the caller. */
function ownerOfKey({ request, response }: AuditEvent): string {
  return textAt(request, 'userName') ?? requireText(response, 'accessKey.userName');
}

export const iamUserEntries = aws(iamService, [
  {
    type: user.type,
    identity: userKeys,
    fields: {
      name: 'userName',
      path: 'path',
      permissions_boundary: 'permissionsBoundary',
    },
    tags: 'tags',
    defaults: { path: '/' },
    importId: 'userName',
    calls: {
      CreateUser: 'create',
      DeleteUser: 'delete',
      UpdateUser: { set: { name: 'newUserName', path: 'newPath' } },
      PutUserPermissionsBoundary: { set: { permissions_boundary: 'permissionsBoundary' } },
      DeleteUserPermissionsBoundary: { to: { permissions_boundary: null } },
      TagUser: { tag: 'tags' },
      UntagUser: { untag: 'tagKeys' },
    },
  },
  {
    type: accessKey,
    identity: [{ id: 'accessKeyId' }],
    created: [{ id: response('accessKey.accessKeyId') }],
    fields: { user: textField(ownerOfKey) },
    importId: response('accessKey.accessKeyId'),
    parent: {
      type: user.type,
      keys: (event, estate) => principalRef(event, estate, user, ownerOfKey(event)),
    },
    calls: {
      CreateAccessKey: 'create',
      UpdateAccessKey: { set: { status: 'status' } },
      DeleteAccessKey: 'delete',
    },
  },
  {
    type: loginProfile,
    identity: ofUser(loginProfile),
    fields: { user: 'userName' },
    importId: 'userName',
    parent,
    calls: {
      CreateLoginProfile: 'create',
      DeleteLoginProfile: 'delete',
    },
  },
  {
    ignores: [
      'ChangePassword',
      'DeactivateMFADevice',
      'EnableMFADevice',
      'ResyncMFADevice',
      // Terraform has the password of a login profile only when it creates one.
      'UpdateLoginProfile',
    ],
  },
]);
