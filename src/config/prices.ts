import type { PriceList } from '../model/cost.ts';
import type { Result } from '../model/result.ts';
import { ok } from '../model/result.ts';
import { PriceFile } from '../providers/harm/cost/price-file.ts';
import { readNamedFile } from './read.ts';

/**
 * The prices that users pay, from the file that their settings name, relative to the root module.
 */
export async function readPrices(
  root: string,
  file: string | undefined,
): Promise<Result<PriceList | undefined>> {
  if (file === undefined) return ok(undefined);
  const read = await readNamedFile(root, file, PriceFile, {
    code: 'no-prices',
    message: 'The file with prices cannot be read.',
    hint: 'Write it, as docs/configuration.md shows, or remove prices from parley.yaml.',
  });
  return read.ok ? ok({ currency: read.value.currency, prices: read.value.prices }) : read;
}
