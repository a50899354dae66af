import { fail, ok, type Result } from '../../model/result.ts';
import { type AddressRule, guardedLookup, refusedAddress } from './address.ts';

/**
 * `unknown`: the name service has no address for it. `refused`: one of its addresses must not be
 * called.
 */
export type NoAddresses = 'unknown' | 'refused';

/** All addresses of a host, in the order of the name service. Never an empty list. */
export type AddressLookup = (host: string) => Promise<Result<readonly string[], NoAddresses>>;

/**
 * For programs that connect themselves and accept the address to connect to. They must be given
 * these addresses and not the name, which may lead elsewhere when it is looked up again.
 */
export function createAddressLookup(rule: AddressRule): AddressLookup {
  const lookup = guardedLookup(rule);
  return (host) =>
    new Promise((resolve) => {
      lookup(host, { all: true, verbatim: true }, (error, found) => {
        if (error !== null) {
          resolve(fail(error.code === refusedAddress ? 'refused' : 'unknown'));
          return;
        }
        resolve(ok([found].flat().map((one) => (typeof one === 'string' ? one : one.address))));
      });
    });
}
