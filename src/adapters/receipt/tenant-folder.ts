import { join } from 'node:path';

/** Tenant of the receipts that commands make, whatever they concern. */
export const ownTenant = 'default';

/** Folder for the receipts of a tenant, within the folder of the store. */
export function tenantFolder(folder: string, tenant: string): string {
  return tenant === ownTenant ? folder : join(folder, 'tenants', encodeURIComponent(tenant));
}
