import { createCheckouts } from '../../../src/adapters/checkout/checkouts.ts';
import { createAddressLookup } from '../../../src/adapters/net/address-lookup.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { ok } from '../../../src/model/result.ts';

/** Opens a checkout and reports the outcome; started as a process of its own. */
const [, , folder = '', repository = ''] = process.argv;
const opened = await createCheckouts({
  folder,
  environment: { PATH: process.env['PATH'] ?? '' },
  addressesOf: createAddressLookup({ allowsLoopback: true }),
  credentialFor: async () => ok(undefined),
}).open(Stack.parse({ name: 'shop', repository }));
process.stdout.write(`${opened.ok ? opened.value.revision : opened.error.code}\n`);
process.exit(0);
