import type { ResourceRef } from '../../model/effect.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { elementAttributes } from '../catalog/blocks.ts';
import { toTexts } from '../catalog/convert.ts';
import {
  addEffect,
  createEffect,
  deleteEffect,
  effect,
  removeEffect,
  setEffect,
} from '../catalog/effects.ts';
import { itemsAt, requestAt, textAt } from '../catalog/request.ts';
import { type CatalogAttributes, textField, via } from '../catalog/sources.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import type { ArmId } from './arm-id.ts';
import { objectsIn, toSpelling } from './convert.ts';
import type { PartCall, WrittenField } from './spec.ts';

/** Permissions are case-insensitive in the API; the provider has this spelling. */
const permissions = [
  'All',
  'Backup',
  'Create',
  'Decrypt',
  'Delete',
  'DeleteIssuers',
  'DeleteSAS',
  'Encrypt',
  'Get',
  'GetIssuers',
  'GetRotationPolicy',
  'GetSAS',
  'Import',
  'List',
  'ListIssuers',
  'ListSAS',
  'ManageContacts',
  'ManageIssuers',
  'Purge',
  'Recover',
  'RegenerateKey',
  'Release',
  'Restore',
  'Rotate',
  'Set',
  'SetIssuers',
  'SetRotationPolicy',
  'SetSAS',
  'Sign',
  'UnwrapKey',
  'Update',
  'Verify',
  'WrapKey',
];
const spelled = toSpelling(...permissions);

function toPermissions(value: Json): Json | undefined {
  return toTexts(value)?.map((one) => spelled(one) ?? one);
}

/** The grants of a policy; sources are relative to the policy. */
const grants: CatalogAttributes = {
  certificate_permissions: via('permissions.certificates', toPermissions),
  key_permissions: via('permissions.keys', toPermissions),
  secret_permissions: via('permissions.secrets', toPermissions),
  storage_permissions: via('permissions.storage', toPermissions),
};

const accessPolicy: CatalogAttributes = {
  application_id: textField('applicationId'),
  object_id: textField('objectId'),
  tenant_id: textField('tenantId'),
  ...grants,
};

const vaultType = 'azurerm_key_vault';
const type = 'azurerm_key_vault_access_policy';
const block = 'access_policy';

interface Vault {
  readonly id: ArmId;
  readonly ref: ResourceRef;
  readonly managed: ManagedResource | undefined;
  readonly estate: Estate;
}

function refOfVault(id: ArmId): ResourceRef {
  return { type: vaultType, keys: [{ id: id.key }] };
}

/** A body of the vault lists all of its policies. */
export function listedPolicies({ event, estate, id, body }: WrittenField): readonly DraftEffect[] {
  const list = requestAt(body, 'properties.accessPolicies');
  if (list === undefined) return [];
  const ref = refOfVault(id);
  const managed = estate.find(ref);
  const policies = objectsIn(list).map((one) => elementAttributes(event, one, accessPolicy));
  if (isInline({ id, ref, managed, estate })) return [setEffect(ref, [block], policies)];
  const own = { id, ref, managed, estate };
  const known = managedPolicies(own);
  const gone = known.filter(
    (one) => !policies.some((policy) => samePolicy(one.attributes, policy)),
  );
  return [
    ...policies.flatMap((policy) => writePolicy(own, policy)),
    ...gone.map((one) => deleteEffect(refOf(one))),
  ];
}

function isInline({ managed, estate, id, ref }: Vault): boolean {
  if (managed === undefined) return false;
  return managed.declares(block) && managedPolicies({ managed, estate, id, ref }).length === 0;
}

/** The access policies of a vault, which the code has as blocks of the vault or as resources. */
export function changedPolicies({ event, part: verb, ...own }: PartCall): readonly DraftEffect[] {
  const body = requestAt(event.request, 'body') ?? requestAt(event.response, 'body');
  if (body === undefined) {
    const value = { kind: 'omitted' } as const;
    return [effect(own.ref, { kind: 'set', path: isInline(own) ? [block] : [], value })];
  }
  const policies = objectsIn(requestAt(body, 'properties.accessPolicies')).map((one) =>
    elementAttributes(event, one, accessPolicy),
  );
  return policies.flatMap((policy) => {
    if (verb === 'replace') return replacePolicy(own, policy);
    return changeGrants(own, policy, verb === 'remove' ? 'remove' : 'add');
  });
}

function replacePolicy(own: Vault, policy: JsonObject): readonly DraftEffect[] {
  if (!isInline(own)) return writePolicy(own, policy);
  return [removeEffect(own.ref, [block], identityOf(policy)), addEffect(own.ref, [block], policy)];
}

/** Sets the managed policy, or creates one that the vault did not have. */
function writePolicy(own: Vault, policy: JsonObject): readonly DraftEffect[] {
  const managed = managedPolicies(own).find((one) => samePolicy(one.attributes, policy));
  if (managed !== undefined) {
    const ref = refOf(managed);
    return grantsIn(policy).map(([name, list]) => setEffect(ref, [name], list));
  }
  if (wasThere(own, policy)) return [];
  const objectId = textAt(policy, 'object_id') ?? '';
  const application = textAt(policy, 'application_id');
  const suffix = application === undefined ? '' : `/applicationId/${application}`;
  const importId = `${own.id.text}/objectId/${objectId}${suffix}`;
  const ref: ResourceRef = { type, keys: [{ id: importId.toLowerCase() }] };
  const filled = Object.entries(policy).filter(([, value]) => !isEmpty(value));
  const attributes = { key_vault_id: own.id.text, ...Object.fromEntries(filled) };
  return [createEffect(ref, attributes, { importId, parent: own.ref })];
}

/** Adds single grants to a policy or removes them. */
function changeGrants(own: Vault, policy: JsonObject, kind: 'add' | 'remove') {
  const managed = managedPolicies(own).find((one) => samePolicy(one.attributes, policy));
  const inline = isInline(own);
  if (managed === undefined && !inline) return kind === 'add' ? writePolicy(own, policy) : [];
  if (inline && !wasThere(own, policy)) {
    return kind === 'add' ? [addEffect(own.ref, [block], policy)] : [];
  }
  const change = kind === 'add' ? addEffect : removeEffect;
  const ref = managed === undefined ? own.ref : refOf(managed);
  const base = inline ? [block, { element: identityOf(policy) }] : [];
  return grantsIn(policy).flatMap(([name, list]) =>
    list.map((one) => change(ref, [...base, name], one)),
  );
}

function grantsIn(policy: JsonObject): readonly (readonly [string, readonly Json[]])[] {
  return Object.keys(policy)
    .filter((name) => name.endsWith('_permissions'))
    .map((name) => [name, itemsAt(policy, name)]);
}

function identityOf(policy: JsonObject): JsonObject {
  return { object_id: policy['object_id'] ?? null };
}

function samePolicy(a: JsonObject, b: JsonObject): boolean {
  const same = (name: string): boolean => (textAt(a, name) ?? '') === (textAt(b, name) ?? '');
  return same('object_id') && same('application_id');
}

/**
 * True if the vault's state lists the policy; it also lists policies that Terraform does not
 * manage.
 */
function wasThere({ managed }: Vault, policy: JsonObject): boolean {
  return objectsIn(requestAt(managed?.attributes, block)).some((one) => samePolicy(one, policy));
}

function managedPolicies({ estate, managed, id }: Vault): readonly ManagedResource[] {
  return estate.where(type, 'key_vault_id', textAt(managed?.attributes, 'id') ?? id.text);
}

function refOf(policy: ManagedResource): ResourceRef {
  return { type, keys: [{ id: (textAt(policy.attributes, 'id') ?? '').toLowerCase() }] };
}

function isEmpty(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}
