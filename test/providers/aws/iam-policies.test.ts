import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { add, hidden, remove, sets, translator } from '../catalog/changes.ts';
import type { FakeResource } from '../catalog/event.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'iam.amazonaws.com');
const roleArn = 'arn:aws:iam::111122223333:role/web';
const policyArn = 'arn:aws:iam::aws:policy/ReadOnlyAccess';

function role(...declares: string[]): FakeResource {
  return {
    address: 'aws_iam_role.web',
    attributes: { name: 'web', arn: roleArn },
    declares,
  };
}

function resource(type: string, attributes: JsonObject): FakeResource {
  return { address: `${type}.x`, attributes };
}

const parents = {
  role: { type: 'aws_iam_role', keys: [{ arn: roleArn }, { name: 'web' }] },
  user: {
    type: 'aws_iam_user',
    keys: [{ arn: 'arn:aws:iam::111122223333:user/web' }, { name: 'web' }],
  },
  group: {
    type: 'aws_iam_group',
    keys: [{ arn: 'arn:aws:iam::111122223333:group/web' }, { name: 'web' }],
  },
};

describe.each(['role', 'user', 'group'] as const)('policies of a %s', (kind) => {
  const word = kind.charAt(0).toUpperCase() + kind.slice(1);
  const name = { [`${kind}Name`]: 'web' };
  const parent = parents[kind];

  it('are attached and detached', () => {
    const resourceName = `aws_iam_${kind}_policy_attachment web ${policyArn}`;

    expect(translate(`Attach${word}Policy`, { ...name, policyArn })).toEqual({
      [resourceName]: [
        {
          kind: 'create',
          attributes: { [kind]: 'web', policy_arn: policyArn },
          importId: `web/${policyArn}`,
          parent,
        },
      ],
    });
    expect(translate(`Detach${word}Policy`, { ...name, policyArn })).toEqual({
      [resourceName]: [{ kind: 'delete' }],
    });
  });

  it('are put and deleted', () => {
    const resourceName = `aws_iam_${kind}_policy web p`;
    const managed = estateOf(resource(`aws_iam_${kind}_policy`, { [kind]: 'web', name: 'p' }));
    const request = { ...name, policyName: 'p', policyDocument: '{"a":1}' };

    expect(translate(`Put${word}Policy`, request)).toEqual({
      [resourceName]: [
        {
          kind: 'create',
          attributes: { [kind]: 'web', name: 'p', policy: '{"a":1}' },
          importId: 'web:p',
          parent,
        },
      ],
    });
    expect(translate(`Put${word}Policy`, request, {}, managed)).toEqual({
      [resourceName]: sets({ policy: '{"a":1}' }),
    });
    expect(translate(`Delete${word}Policy`, request)).toEqual({
      [resourceName]: [{ kind: 'delete' }],
    });
  });

  it('are listed where a resource claims them all', () => {
    const attachments = estateOf(
      resource(`aws_iam_${kind}_policy_attachments_exclusive`, { [`${kind}_name`]: 'web' }),
    );
    const policies = estateOf(
      resource(`aws_iam_${kind}_policies_exclusive`, { [`${kind}_name`]: 'web' }),
    );
    const request = { ...name, policyArn, policyName: 'p', policyDocument: '{}' };

    expect(translate(`Attach${word}Policy`, request, {}, attachments)).toMatchObject({
      [`aws_iam_${kind}_policy_attachments_exclusive web`]: [add('policy_arns', policyArn)],
    });
    expect(translate(`Detach${word}Policy`, request, {}, attachments)).toMatchObject({
      [`aws_iam_${kind}_policy_attachments_exclusive web`]: [remove('policy_arns', policyArn)],
    });
    expect(translate(`Put${word}Policy`, request, {}, policies)).toMatchObject({
      [`aws_iam_${kind}_policies_exclusive web`]: [add('policy_names', 'p')],
    });
  });
});

describe('where a role holds its policies itself', () => {
  const attach = { roleName: 'web', policyArn };
  const named = { roleName: 'web', policyName: 'p' };
  const put = { ...named, policyDocument: '{}' };

  it.each<[string, JsonObject, string, Change]>([
    ['AttachRolePolicy', attach, 'managed_policy_arns', add('managed_policy_arns', policyArn)],
    ['DetachRolePolicy', attach, 'managed_policy_arns', remove('managed_policy_arns', policyArn)],
    ['PutRolePolicy', put, 'inline_policy', add('inline_policy', { name: 'p', policy: '{}' })],
    ['DeleteRolePolicy', named, 'inline_policy', remove('inline_policy', { name: 'p' })],
  ])('%s changes its list', (operation, request, argument, change) => {
    expect(translate(operation, request, {}, estateOf(role(argument)))).toEqual({
      [`aws_iam_role ${roleArn}`]: [change],
    });
  });

  it('says that an inline policy changed, but not how, if the log hides its document', () => {
    const cut = { ...named, policyDocument: { omitted: true, originalSize: 9000 } };

    expect(translate('PutRolePolicy', cut, {}, estateOf(role('inline_policy')))).toEqual({
      [`aws_iam_role ${roleArn}`]: [hidden('inline_policy', 'omitted')],
    });
  });

  it('prefers a separate resource', () => {
    const attachment = resource('aws_iam_role_policy_attachment', {
      role: 'web',
      policy_arn: policyArn,
    });
    const inline = resource('aws_iam_role_policy', { role: 'web', name: 'p' });
    const estate = estateOf(role('managed_policy_arns', 'inline_policy'), attachment, inline);

    expect(translate('DetachRolePolicy', attach, {}, estate)).toEqual({
      [`aws_iam_role_policy_attachment web ${policyArn}`]: [{ kind: 'delete' }],
    });
    expect(translate('DeleteRolePolicy', named, {}, estate)).toEqual({
      'aws_iam_role_policy web p': [{ kind: 'delete' }],
    });
  });
});

describe('where one resource holds all attachments of a policy', () => {
  const shared = (id: string, roles: readonly string[]) =>
    ({
      address: `aws_iam_policy_attachment.${id}`,
      attributes: { id, policy_arn: policyArn, roles },
    }) satisfies FakeResource;
  const request = { roleName: 'web', policyArn };

  it('the principal joins and leaves its list', () => {
    const estate = estateOf(shared('a', ['other']), shared('b', ['web']));

    expect(translate('DetachRolePolicy', request, {}, estate)).toEqual({
      'aws_iam_policy_attachment b': [remove('roles', 'web')],
    });
    expect(translate('AttachRolePolicy', request, {}, estateOf(shared('a', [])))).toEqual({
      'aws_iam_policy_attachment a': [add('roles', 'web')],
    });
    expect(
      translate('AttachUserPolicy', { userName: 'u', policyArn }, {}, estateOf(shared('a', []))),
    ).toEqual({ 'aws_iam_policy_attachment a': [add('users', 'u')] });
  });
});

describe('members of groups', () => {
  const request = { userName: 'u', groupName: 'g' };
  const whole = resource('aws_iam_group_membership', { group: 'g', users: ['a'] });
  const some = resource('aws_iam_user_group_membership', { id: 't-1', user: 'u', groups: ['g'] });
  const others = resource('aws_iam_user_group_membership', { id: 't-1', user: 'u', groups: ['h'] });

  it.each([
    [whole, 'aws_iam_group_membership g', 'users', 'u'],
    [some, 'aws_iam_user_group_membership t-1', 'groups', 'g'],
  ])('join and leave the list that has them', (managed, name, attribute, member) => {
    const estate = estateOf(managed);

    expect(translate('AddUserToGroup', request, {}, estate)).toEqual({
      [name]: [add(attribute, member)],
    });
    expect(translate('RemoveUserFromGroup', request, {}, estate)).toEqual({
      [name]: [remove(attribute, member)],
    });
  });

  it('become a resource of their own where no list has them', () => {
    const estate = estateOf(others);

    expect(translate('AddUserToGroup', request, {}, estate)).toMatchObject({
      'aws_iam_user_group_membership u/g': [
        { kind: 'create', attributes: { user: 'u', groups: ['g'] }, importId: 'u/g' },
      ],
    });
    expect(translate('RemoveUserFromGroup', request, {}, estate)).toEqual({
      'aws_iam_user_group_membership u/g': [{ kind: 'delete' }],
    });
  });
});
