import type { Severity } from '../../../../model/harm.ts';
import { own } from '../../../../model/json.ts';
import { lessBy } from '../aws/who.ts';

/** Ids of built-in roles, which are the same in every tenant. Source: Azure built-in roles. */
const ids: Readonly<Record<string, string>> = {
  '8e3af657-a8ff-443c-a75c-2fe8c4bcb635': 'Owner',
  'b24988ac-6180-42a0-ab88-20f7382dd24c': 'Contributor',
  'acdd72a7-3385-48ef-bd42-f606fba81ae7': 'Reader',
  '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9': 'User Access Administrator',
  'f58310d9-a9f6-439a-9e8d-f62e7b41a168': 'Role Based Access Control Administrator',
  '00482a5a-887f-4fb3-b363-3b7fe8e74483': 'Key Vault Administrator',
  'b86a8fe4-44ce-4948-aee5-eccb2c155cd7': 'Key Vault Secrets Officer',
  '4633458b-17de-408a-b874-0445c86b69e6': 'Key Vault Secrets User',
  'b7e6dc6d-f1e8-4753-8033-0f276bb0955b': 'Storage Blob Data Owner',
  'ba92f5b4-2d11-453d-a403-e96b0029c9fe': 'Storage Blob Data Contributor',
  '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1': 'Storage Blob Data Reader',
};

/** The name of a role that is given by name or by id; the id's last part if it is unknown. */
export function roleName(name: string, id: string): string {
  const guid = id.slice(id.lastIndexOf('/') + 1).toLowerCase();
  return name || own(ids, guid) || guid;
}

/** The severity in a subscription, and what the role allows. */
const roles: Readonly<Record<string, readonly [Severity, string]>> = {
  Owner: [5, 'do anything, and give others any role,'],
  'User Access Administrator': [5, 'give anybody any role'],
  'Role Based Access Control Administrator': [5, 'give anybody any role'],
  Contributor: [4, 'change anything'],
  Reader: [2, 'read all settings'],
  'Key Vault Administrator': [5, 'do anything with vaults'],
  'Key Vault Secrets Officer': [4, 'read and write secrets'],
  'Key Vault Secrets User': [4, 'read secrets'],
  'Key Vault Crypto Officer': [4, 'manage keys'],
  'Storage Account Contributor': [4, 'change storage accounts and read their keys'],
  'Storage Blob Data Owner': [4, 'do anything with blobs'],
  'Storage Blob Data Contributor': [4, 'read and write blobs'],
  'Storage Blob Data Reader': [3, 'read blobs'],
  'Virtual Machine Contributor': [4, 'manage machines'],
  'Virtual Machine Administrator Login': [4, 'log in to machines as administrator'],
  'Virtual Machine User Login': [3, 'log in to machines'],
  'Network Contributor': [4, 'change networks'],
  'Security Admin': [4, 'change what Defender watches'],
  'Managed Identity Operator': [4, 'run things as managed identities'],
  'Managed Identity Contributor': [4, 'manage identities'],
  'Azure Kubernetes Service RBAC Cluster Admin': [5, 'do anything in clusters'],
  'Azure Kubernetes Service Cluster Admin Role': [5, 'do anything in clusters'],
  'Automation Contributor': [4, 'run automation'],
  'Log Analytics Contributor': [3, 'change logs'],
  'SQL Server Contributor': [4, 'manage SQL servers'],
  AcrPull: [2, 'pull images'],
  AcrPush: [4, 'push images'],
  'Monitoring Reader': [1, 'read metrics'],
};

/** The severity of the role at a scope, what it allows, and whether the role is known. */
export function roleSeverity(
  role: string,
  place: 'tenant' | 'subscription' | 'group' | 'resource',
): readonly [Severity, string, boolean] {
  const [base, may] = own(roles, role) ?? unnamed(role);
  const known = Object.hasOwn(roles, role) || /[A-Z][a-z]+ /.test(role);
  if (place === 'tenant') return [base === 5 ? 5 : lessBy(5, 4 - base), may, known];
  // Whoever may assign roles in a part of a subscription may assign them to anyone.
  const gives = base === 5 && /access|Owner/i.test(role);
  const steps = place === 'subscription' ? 0 : gives || place === 'group' ? 1 : 2;
  return [lessBy(base, steps), may, known];
}

function unnamed(role: string): readonly [Severity, string] {
  const may = 'use what the role allows';
  if (/ (?:Admin|Administrator|Owner)\b/.test(role)) return [4, may];
  return / (?:Reader|Viewer)$/.test(role) ? [2, may] : [3, may];
}
