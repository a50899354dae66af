import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { attributesFrom } from '../catalog/attributes.ts';
import { createEffect, omittedEffect, refTo } from '../catalog/effects.ts';
import { RequestError } from '../catalog/request.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { everything, fieldEffects, type GoogleFields } from './fields.ts';
import { google } from './google.ts';
import { memberValueAt, textIn } from './members.ts';
import { nonDefaultAttributes } from './non-default-attributes.ts';

const type = 'google_service_account';
const keyType = 'google_service_account_key';

const fields: GoogleFields = { display_name: 'text', description: 'text', disabled: 'bool' };

/** A service account by its address, or by the number that logs may have instead. */
function accountNamed(name: string): ResourceRef {
  const [, account = name] = /serviceAccounts\/([^/]+)/.exec(name) ?? [];
  return account.includes('@')
    ? refTo(type, { email: account })
    : refTo(type, { unique_id: account });
}

function accountOf(event: AuditEvent): ResourceRef {
  const names = [
    textIn(event.request, 'name'),
    textIn(event.request, 'serviceAccount.name'),
    textIn(event.request, 'resource'),
    textIn(event.details, 'resourceName'),
  ];
  const name = names.find((one) => one?.includes('serviceAccounts/') === true);
  if (name === undefined) throw new RequestError('the service account is missing.');
  return accountNamed(name);
}

function create(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const account = textIn(event.request, 'accountId');
  if (account === undefined) throw new RequestError('accountId is missing.');
  const email =
    textIn(event.response, 'email') ?? `${account}@${event.scope}.iam.gserviceaccount.com`;
  const resource = refTo(
    type,
    { email },
    { unique_id: textIn(event.response, 'uniqueId') },
    { account_id: account, project: event.scope },
  );
  const reading = { resource, managed: undefined, project: event.scope, scope: everything };
  const sets = fieldEffects(reading, fields, memberValueAt(event.request, 'serviceAccount') ?? {});
  const attributes = nonDefaultAttributes(attributesFrom(sets), { disabled: false });
  const [sibling] = estate.ofType(type);
  const project = sibling?.declares('project') === false ? {} : { project: event.scope };
  const importId = `projects/${event.scope}/serviceAccounts/${email}`;
  return [createEffect(resource, { ...project, account_id: account, ...attributes }, { importId })];
}

/** The private half of a key is returned to its creator only, and is never in a log. */
function createKey(event: AuditEvent): readonly DraftEffect[] {
  const parent = accountOf(event);
  const [key = {}] = parent.keys;
  // A key without a name in the response is a new resource, whatever other keys the account has.
  const name = textIn(event.response, 'name') ?? `${Object.values(key)[0]}/keys/${event.id}`;
  const resource = refTo(keyType, { name });
  return [
    createEffect(resource, { service_account_id: key['email'] ?? '' }, { parent }),
    omittedEffect(resource, ['private_key']),
  ];
}

export const serviceAccountEntries = google('iam.googleapis.com', [
  {
    type,
    identity: { path: 'projects/{project}/serviceAccounts/{account}', ref: accountOf },
    body: 'serviceAccount',
    fields,
    calls: {
      CreateServiceAccount: { special: create, reads: fields },
      UpdateServiceAccount: 'patch',
      PatchServiceAccount: 'patch',
      DisableServiceAccount: { to: { disabled: true } },
      EnableServiceAccount: { to: { disabled: false } },
      DeleteServiceAccount: 'delete',
    },
  },
  {
    type: keyType,
    identity: {
      path: 'projects/{project}/serviceAccounts/{account}/keys/{key}',
      ref: ({ request }) => refTo(keyType, { name: textIn(request, 'name') }),
    },
    fields: {},
    calls: { CreateServiceAccountKey: { special: createKey }, DeleteServiceAccountKey: 'delete' },
  },
  {
    type: 'google_project_iam_custom_role',
    identity: { path: 'projects/{project}/roles/{role_id}', given: { role_id: 'roleId' } },
    body: 'role',
    fields: {
      title: 'text',
      description: 'text',
      permissions: { as: 'set', from: 'includedPermissions' },
      stage: 'text',
    },
    defaults: { stage: 'GA' },
    calls: {
      CreateRole: 'create',
      UpdateRole: 'patch',
      DeleteRole: 'delete',
    },
  },
]);
