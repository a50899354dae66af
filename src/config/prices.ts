import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { PriceList } from '../model/cost.ts';
import type { Result } from '../model/result.ts';
import { fail, ok } from '../model/result.ts';
import { PriceFile } from '../providers/harm/cost/price-file.ts';
import { readYamlFile } from '../text/yaml-file.ts';

/**
 * The prices that users pay, from the file that their settings name, relative to the root module.
 */
export async function readPrices(
  root: string,
  file: string | undefined,
): Promise<Result<PriceList | undefined>> {
  if (file === undefined) return ok(undefined);
  const text = await readFile(resolve(root, file), 'utf8').catch(() => undefined);
  if (text === undefined) {
    return fail({
      code: 'no-prices',
      message: 'The file with prices cannot be read.',
      place: { file },
      hint: 'Write it, as docs/configuration.md shows, or remove prices from parley.yaml.',
    });
  }
  const read = readYamlFile(text, file, PriceFile);
  return read.ok ? ok({ currency: read.value.currency, prices: read.value.prices }) : read;
}
