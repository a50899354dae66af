import type { Json } from '../../model/json.ts';
import { toTexts } from '../catalog/convert.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { textField, via } from '../catalog/sources.ts';
import { toSpelling } from './convert.ts';

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

export const accessPolicy: CatalogAttributes = {
  application_id: textField('applicationId'),
  object_id: textField('objectId'),
  tenant_id: textField('tenantId'),
  ...grants,
};
