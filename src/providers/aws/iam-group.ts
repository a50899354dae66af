import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { isJsonArray } from '../../model/json.ts';
import { addEffect, createEffect, deleteEffect, refTo, removeEffect } from '../catalog/effects.ts';
import { requireText } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { untabled } from '../catalog/untabled.ts';
import { aws } from './aws.ts';
import { belongingTo, group, iamService, requestedPrincipal, user } from './iam-names.ts';

const type = group.type;
const keys = requestedPrincipal(group);
/** The type that lists all members of one group. */
const members = 'aws_iam_group_membership';
/** The type that lists some groups of one user, and ignores the user's other groups. */
const memberships = 'aws_iam_user_group_membership';

interface Membership {
  readonly user: ResourceRef;
  readonly userName: string;
  readonly groupName: string;
  /** The resource that lists this membership, with the list's attribute and its member. */
  readonly holder: readonly [ref: ResourceRef, attribute: string, member: string] | undefined;
}

function membershipOf(event: AuditEvent, estate: Estate): Membership {
  const userName = requireText(event.request, 'userName');
  const groupName = requireText(event.request, 'groupName');
  const found = {
    user: requestedPrincipal(user)(event, estate),
    userName,
    groupName,
  };
  const all = belongingTo(keys(event, estate), members, { group: groupName });
  if (estate.find(all) !== undefined) return { ...found, holder: [all, 'users', userName] };
  const some = estate
    .where(memberships, 'user', userName)
    .find((resource) => lists(resource, 'groups', groupName));
  const id = some?.attributes['id'];
  if (typeof id !== 'string') return { ...found, holder: undefined };
  return { ...found, holder: [refTo(memberships, { id }), 'groups', groupName] };
}

function lists({ attributes }: ManagedResource, attribute: string, member: string): boolean {
  const value = attributes[attribute];
  return isJsonArray(value) && value.includes(member);
}

/** An invented id, which only has to be the same for joining and leaving. */
function ownRef({ user, userName, groupName }: Membership): ResourceRef {
  return belongingTo(user, memberships, { id: `${userName}/${groupName}` });
}

function join(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const membership = membershipOf(event, estate);
  const { holder, user: parent, userName, groupName } = membership;
  if (holder !== undefined) return [addEffect(holder[0], [holder[1]], holder[2])];
  return [
    createEffect(
      ownRef(membership),
      { user: userName, groups: [groupName] },
      { importId: `${userName}/${groupName}`, parent },
    ),
  ];
}

function leave(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const membership = membershipOf(event, estate);
  const { holder } = membership;
  if (holder !== undefined) return [removeEffect(holder[0], [holder[1]], holder[2])];
  return [deleteEffect(ownRef(membership))];
}

export const iamGroupEntries: readonly CatalogEntry[] = [
  ...aws(iamService, [
    {
      type: type,
      identity: keys,
      fields: { name: 'groupName', path: 'path' },
      defaults: { path: '/' },
      importId: 'groupName',
      calls: {
        CreateGroup: 'create',
        DeleteGroup: 'delete',
        UpdateGroup: { set: { name: 'newGroupName', path: 'newPath' } },
      },
    },
  ]),
  ...untabled(iamService, [members, memberships], {
    AddUserToGroup: join,
    RemoveUserFromGroup: leave,
  }),
];
