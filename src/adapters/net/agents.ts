import { Agent, type ClientRequestArgs } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { isIP } from 'node:net';
import { type AddressRule, guardedLookup, isCallable, refusedAddress } from './address.ts';

/** How clients of Node's own connect: to no address that the rule refuses, whatever its name. */
export function guardedAgents(rule: AddressRule) {
  const lookup = guardedLookup(rule);
  return {
    httpAgent: guardLiterals(new Agent({ lookup }), rule),
    httpsAgent: guardLiterals(new SecureAgent({ lookup }), rule),
    connectionTimeout: 10_000,
  };
}

/** Nobody looks an address up that is one already. */
function guardLiterals<Guarded extends Agent>(agent: Guarded, rule: AddressRule): Guarded {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options: ClientRequestArgs, callback) => {
    const host = (options.host ?? options.hostname ?? '').replace(/^\[|\]$/g, '');
    if (isIP(host) === 0 || isCallable(host, rule)) return connect(options, callback);
    const message = 'This address is not called.';
    const refusal = Object.assign(new Error(message), { code: refusedAddress });
    if (callback === undefined) throw refusal;
    // The caller takes no socket; its request fails with this.
    callback(refusal, undefined as never);
    return undefined;
  };
  return agent;
}
