import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { attributesFrom } from '../catalog/attributes.ts';
import {
  createEffect,
  deleteEffect,
  effect,
  refTo,
  setEffect,
  unknownChange,
} from '../catalog/effects.ts';
import { RequestError } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { googlePathsOf } from './field-kinds.ts';
import { everything, fieldEffects, type GoogleFields } from './fields.ts';
import { google } from './google.ts';
import { memberValueAt, textIn } from './members.ts';
import { saidOnly } from './said-only.ts';

const service = 'iam.googleapis.com';
const type = 'google_service_account';

const fields: GoogleFields = { display_name: 'text', description: 'text', disabled: 'bool' };

/** A service account by its address, or by the number that the log has instead. */
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
  const attributes = saidOnly(attributesFrom(sets), { disabled: false });
  const [sibling] = estate.ofType(type);
  const project = sibling?.declares('project') === false ? {} : { project: event.scope };
  const importId = `projects/${event.scope}/serviceAccounts/${email}`;
  return [createEffect(resource, { ...project, account_id: account, ...attributes }, { importId })];
}

function update(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const resource = accountOf(event);
  if (event.omitted.includes('request')) return [unknownChange(resource)];
  const body = memberValueAt(event.request, 'serviceAccount') ?? event.request;
  const managed = estate.find(resource);
  const reading = { resource, managed, project: event.scope, scope: everything };
  return fieldEffects(reading, fields, body);
}

/** A key's private half is given to whoever made it, and to no log. */
function createKey(event: AuditEvent): readonly DraftEffect[] {
  const parent = accountOf(event);
  const [key = {}] = parent.keys;
  // A key that the answer does not name is one of its own, whatever else the account has.
  const name = textIn(event.response, 'name') ?? `${Object.values(key)[0]}/keys/${event.id}`;
  const resource = refTo('google_service_account_key', { name });
  return [
    createEffect(resource, { service_account_id: key['email'] ?? '' }, { parent }),
    effect(resource, { kind: 'set', path: ['private_key'], value: { kind: 'omitted' } }),
  ];
}

export const serviceAccountEntries: readonly CatalogEntry[] = [
  { service, operations: ['CreateServiceAccount'], types: [type], effects: create },
  {
    service,
    operations: ['UpdateServiceAccount', 'PatchServiceAccount'],
    types: [type],
    paths: googlePathsOf(fields),
    effects: update,
  },
  {
    service,
    operations: ['DisableServiceAccount'],
    types: [type],
    effects: (event) => [setEffect(accountOf(event), ['disabled'], true)],
  },
  {
    service,
    operations: ['EnableServiceAccount'],
    types: [type],
    effects: (event) => [setEffect(accountOf(event), ['disabled'], false)],
  },
  {
    service,
    operations: ['DeleteServiceAccount'],
    types: [type],
    effects: (event) => [deleteEffect(accountOf(event))],
  },
  {
    service,
    operations: ['CreateServiceAccountKey'],
    types: ['google_service_account_key'],
    effects: createKey,
  },
  {
    service,
    operations: ['DeleteServiceAccountKey'],
    types: ['google_service_account_key'],
    effects: (event) => [
      deleteEffect(refTo('google_service_account_key', { name: textIn(event.request, 'name') })),
    ],
  },
  ...google({
    type: 'google_project_iam_custom_role',
    service,
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
  }),
];
