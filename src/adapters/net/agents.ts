import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { type AddressRule, guardedLookup } from './address.ts';

/** How the clients of AWS connect: to no name that leads to an address the rule refuses. */
export function guardedAgents(rule: AddressRule) {
  const lookup = guardedLookup(rule);
  return {
    httpAgent: new Agent({ lookup }),
    httpsAgent: new SecureAgent({ lookup }),
    connectionTimeout: 10_000,
  };
}
