import { join } from 'node:path';

/** Whose receipts commands leave, whatever they are about. */
export const ownTenant = 'default';

/** Where the receipts of a tenant are, within the folder of the store. */
export function tenantFolder(folder: string, tenant: string): string {
  return tenant === ownTenant ? folder : join(folder, 'tenants', encodeURIComponent(tenant));
}
