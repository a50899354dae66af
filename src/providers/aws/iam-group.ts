import { isJsonArray } from '../../model/json.ts';
import { refTo } from '../catalog/effects.ts';
import type { Finding } from '../catalog/identity.ts';
import { listedValue } from '../catalog/listed-element.ts';
import { requireText } from '../catalog/request.ts';
import { set } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { group, iamService, ofPrincipal, requestedPrincipal, user } from './iam-names.ts';

/** The type that lists all members of one group. */
const members = 'aws_iam_group_membership';
/** The type that lists some groups of one user, and ignores the user's other groups. */
const memberships = 'aws_iam_user_group_membership';

/** The resource that lists this group among those of the user. */
const listedMembership: Finding = ({ request }, estate) => {
  const name = requireText(request, 'groupName');
  const holder = estate
    .where(memberships, 'user', requireText(request, 'userName'))
    .find(({ attributes: { groups } }) => isJsonArray(groups) && groups.includes(name));
  const id = holder?.attributes['id'];
  return typeof id === 'string' ? refTo(memberships, { id }) : undefined;
};

/** Groups, and who is in them. */
export const iamGroupEntries: readonly CatalogEntry[] = aws(iamService, [
  {
    type: group.type,
    identity: requestedPrincipal(group),
    fields: { name: 'groupName', path: 'path' },
    defaults: { path: '/' },
    importId: 'groupName',
    calls: {
      CreateGroup: 'create',
      DeleteGroup: 'delete',
      UpdateGroup: { set: { name: 'newGroupName', path: 'newPath' } },
    },
  },
  {
    type: memberships,
    // An invented id, which only has to be the same for joining and leaving.
    identity: ofPrincipal(user, memberships, ({ request }, name) => ({
      id: `${name}/${requireText(request, 'groupName')}`,
    })),
    fields: { user: 'userName', groups: set('groupName') },
    importId: ({ request }) =>
      `${requireText(request, 'userName')}/${requireText(request, 'groupName')}`,
    parent: requestedPrincipal(user),
    listings: [
      {
        type: members,
        identity: ofPrincipal(group, members, (_, name) => ({ group: name })),
        argument: 'users',
        element: listedValue('userName'),
        has: 'managed',
      },
      {
        type: memberships,
        identity: listedMembership,
        argument: 'groups',
        element: listedValue('groupName'),
        has: 'managed',
      },
    ],
    calls: { AddUserToGroup: 'create', RemoveUserFromGroup: 'delete' },
  },
]);
