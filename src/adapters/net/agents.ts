import { Agent, type ClientRequestArgs } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { isIP } from 'node:net';
import { type AddressRule, guardedLookup, isCallable, refusedAddress } from './address.ts';

/**
 * Agents for Node's own clients, which connect to no address that the rule refuses, whatever its
 * name.
 */
export function guardedAgents(rule: AddressRule) {
  const lookup = guardedLookup(rule);
  return {
    httpAgent: guardLiterals(new Agent({ lookup }), rule),
    httpsAgent: guardLiterals(new SecureAgent({ lookup }), rule),
    connectionTimeout: 10_000,
  };
}

/** A literal address is never looked up, so it is checked here. */
function guardLiterals<Guarded extends Agent>(agent: Guarded, rule: AddressRule): Guarded {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options: ClientRequestArgs, callback) => {
    const host = (options.host ?? options.hostname ?? '').replace(/^\[|\]$/g, '');
    if (isIP(host) === 0 || isCallable(host, rule)) return connect(options, callback);
    const message = 'Parley does not call this address.';
    const refusal = Object.assign(new Error(message), { code: refusedAddress });
    if (callback === undefined) throw refusal;
    // The caller uses no socket; its request fails with this error.
    callback(refusal, undefined as never);
    return undefined;
  };
  return agent;
}
