import type { AuditEvent } from '../../model/event.ts';
import type { Naming } from '../catalog/define.ts';
import {
  creates,
  deletes,
  ignores,
  response,
  tagging,
  textField,
  updates,
} from '../catalog/define.ts';
import { setEffect } from '../catalog/effects.ts';
import { requireText, textAt } from '../catalog/request.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { belongingTo, iamService, principalRef, requestedPrincipal, user } from './iam-names.ts';

const accessKey = 'aws_iam_access_key';
const loginProfile = 'aws_iam_user_login_profile';
const userKeys = requestedPrincipal(user);
const parent = { type: user.type, keys: userKeys };

/** Something of which a user has one. */
function ofUser(type: string): Naming {
  return (event, estate) =>
    belongingTo(userKeys(event, estate), type, { user: requireText(event.request, 'userName') });
}

/** Without a name in the request, the new key is the caller's own. */
function ownerOfKey({ request, response }: AuditEvent): string {
  return textAt(request, 'userName') ?? requireText(response, 'accessKey.userName');
}

const userEntries: readonly CatalogEntry[] = [
  creates({
    service: iamService,
    operations: ['CreateUser'],
    type: user.type,
    keys: userKeys,
    attributes: {
      name: 'userName',
      path: 'path',
      permissions_boundary: 'permissionsBoundary',
    },
    tags: 'tags',
    defaults: { path: '/' },
    importId: 'userName',
  }),
  deletes({ service: iamService, operations: ['DeleteUser'], type: user.type, keys: userKeys }),
  updates({
    service: iamService,
    operations: ['UpdateUser'],
    type: user.type,
    keys: userKeys,
    attributes: { name: 'newUserName', path: 'newPath' },
  }),
  updates({
    service: iamService,
    operations: ['PutUserPermissionsBoundary'],
    type: user.type,
    keys: userKeys,
    attributes: { permissions_boundary: 'permissionsBoundary' },
  }),
  {
    service: iamService,
    operations: ['DeleteUserPermissionsBoundary'],
    types: [user.type],
    effects: (event, estate) => [
      setEffect(userKeys(event, estate), ['permissions_boundary'], null),
    ],
  },
  ...tagging({
    service: iamService,
    tag: ['TagUser'],
    untag: ['UntagUser'],
    types: [user.type],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: userKeys,
  }),
];

const credentialEntries: readonly CatalogEntry[] = [
  creates({
    service: iamService,
    operations: ['CreateAccessKey'],
    type: accessKey,
    keys: [{ id: response('accessKey.accessKeyId') }],
    attributes: { user: textField(ownerOfKey) },
    importId: response('accessKey.accessKeyId'),
    parent: {
      type: user.type,
      keys: (event, estate) => principalRef(event, estate, user, ownerOfKey(event)),
    },
  }),
  updates({
    service: iamService,
    operations: ['UpdateAccessKey'],
    type: accessKey,
    keys: [{ id: 'accessKeyId' }],
    attributes: { status: 'status' },
  }),
  deletes({
    service: iamService,
    operations: ['DeleteAccessKey'],
    type: accessKey,
    keys: [{ id: 'accessKeyId' }],
  }),
  creates({
    service: iamService,
    operations: ['CreateLoginProfile'],
    type: loginProfile,
    keys: ofUser(loginProfile),
    attributes: { user: 'userName' },
    importId: 'userName',
    parent,
  }),
  deletes({
    service: iamService,
    operations: ['DeleteLoginProfile'],
    type: loginProfile,
    keys: ofUser(loginProfile),
  }),
];

export const iamUserEntries: readonly CatalogEntry[] = [
  ...userEntries,
  ...credentialEntries,
  ignores(iamService, [
    'ChangePassword',
    'DeactivateMFADevice',
    'EnableMFADevice',
    'ResyncMFADevice',
    // Terraform knows the password of a login profile only when it makes one.
    'UpdateLoginProfile',
  ]),
];
