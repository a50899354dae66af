import { isIP } from 'node:net';
import { type AddressRule, guardedLookup, isCallable, refusedAddress } from './address.ts';

type Fetch = typeof globalThis.fetch;

/**
 * `fetch` that connects to no address the rule refuses. It checks when it connects, so that neither
 * a name nor a redirect leads there. A refused address is a `TypeError`, like any other failed
 * call.
 */
export function createGuardedFetch(rule: AddressRule): Fetch {
  let connected: Promise<Fetch> | undefined;
  return async (input, init) => {
    connected ??= connect(rule);
    return (await connected)(input, init);
  };
}

async function connect(rule: AddressRule): Promise<Fetch> {
  const { Agent, buildConnector, fetch } = await import('undici');
  const connector = buildConnector({ lookup: guardedLookup(rule) });
  const dispatcher = new Agent({
    connect: (options, callback) => {
      // A literal address is never looked up, so it is checked here.
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) === 0 || isCallable(host, rule)) connector(options, callback);
      else callback(refusal(), null);
    },
  });
  // Both have the same interface: the runtime's own fetch is a version of this one.
  const call = fetch as unknown as (input: unknown, init: object) => ReturnType<Fetch>;
  return (input, init) => call(input, { ...init, dispatcher });
}

function refusal(): Error {
  return Object.assign(new Error('Parley does not call this address.'), { code: refusedAddress });
}
