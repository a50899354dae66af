import type { WireOrders } from '../../../src/providers/harm/table/format.ts';

/** Orders and sets that our own facts and corrections use. */
export const ownOrders: Pick<WireOrders, 'orders' | 'sets'> = {
  orders: {
    'armor-action': {
      allow: 1,
      redirect: 2,
      throttle: 2,
      rate_based_ban: 2,
      deny: 3,
      'deny(403)': 3,
      'deny(404)': 3,
      'deny(429)': 3,
      'deny(502)': 3,
    },
    'codebuild-variable': { PLAINTEXT: 1, PARAMETER_STORE: 2, SECRETS_MANAGER: 2 },
    'deny-or-allow': { Allow: 1, goto_next: 2, apply_security_profile_group: 2, Deny: 3 },
    'listener-protocol': { HTTP: 1, TCP: 1, UDP: 1, TCP_UDP: 1, HTTPS: 2, TLS: 2 },
    'ssm-parameter-type': { String: 1, StringList: 1, SecureString: 2 },
    'web-protocol': { Http: 1, Https: 2 },
  },
  sets: {
    'azure-admin-role-id': [
      // Owner, Contributor, User Access Administrator, Role Based Access Control Administrator.
      '8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
      'b24988ac-6180-42a0-ab88-20f7382dd24c',
      '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9',
      'f58310d9-a9f6-439a-9e8d-f62e7b41a168',
      // Key Vault Administrator.
      '00482a5a-887f-4fb3-b363-3b7fe8e74483',
    ],
    'gcp-public-entity': [
      'READER:allUsers',
      'WRITER:allUsers',
      'OWNER:allUsers',
      'READER:allAuthenticatedUsers',
      'WRITER:allAuthenticatedUsers',
      'OWNER:allAuthenticatedUsers',
    ],
  },
};
