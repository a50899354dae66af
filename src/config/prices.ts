import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { costFields } from '../harm/cost/fields.ts';
import type { PriceList } from '../model/cost.ts';
import type { Result } from '../model/result.ts';
import { fail, ok } from '../model/result.ts';
import { readYaml } from './yaml.ts';

/** Hours of a month, as clouds count them in their own calculators. */
const hoursOfMonth = 730;

const amount = z.number().min(0).max(1_000_000_000);

const Price = z
  .strictObject({
    /** Terraform type: `aws_instance`. */
    type: z.string().min(1).max(200),
    /** What one piece of this size costs: `m5.large`. */
    size: z.string().min(1).max(80).optional(),
    /** What one more of this field costs: `read_capacity`. */
    field: z.string().min(1).max(200).optional(),
    /** Left out: everywhere. */
    region: z.string().min(1).max(80).optional(),
    hourly: amount.optional(),
    monthly: amount.optional(),
  })
  .refine(({ size, field }) => (size === undefined) !== (field === undefined), {
    message: 'Give a size or a field, and not both',
  })
  .refine(({ hourly, monthly }) => (hourly === undefined) !== (monthly === undefined), {
    message: 'Give hourly or monthly, and not both',
  })
  .refine(({ type }) => costFields(type).length > 0, {
    message: 'No field of this type is known to be paid for; docs/harm.md has the types',
    path: ['type'],
  })
  .refine(
    ({ type, field }) =>
      field === undefined ||
      costFields(type).length === 0 ||
      costFields(type).some(({ path }) => path === field),
    { message: 'This field of the type is not known to be paid for', path: ['field'] },
  )
  .transform(({ type, size, field, region, hourly, monthly }) => ({
    type,
    ...(size === undefined ? {} : { size }),
    ...(field === undefined ? {} : { field }),
    ...(region === undefined ? {} : { region }),
    monthly: monthly ?? (hourly ?? 0) * hoursOfMonth,
  }));

/** The file of `prices`. */
export const PriceFile = z.strictObject({
  version: z.literal(1, 'Use version 1').default(1),
  /** Of all prices. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'Use a currency like EUR'),
  prices: z.array(Price).max(100_000).superRefine(eachOnce),
});

type Priced = z.output<typeof Price>;

/** Two prices of the same thing are a mistake: which of them counts nobody could know. */
function eachOnce(prices: readonly Priced[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { type, size, field, region }] of prices.entries()) {
    const key = JSON.stringify([type, size?.toLowerCase(), field, region]);
    if (seen.has(key)) {
      context.addIssue({ code: 'custom', path: [index], message: 'This has a price already' });
    }
    seen.add(key);
  }
}

/** What users pay, from the file that their settings name, relative to the root module. */
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
      hint: 'Write it, as docs/configuration.md shows, or take prices out of parley.yaml.',
    });
  }
  const read = readYaml(text, file, PriceFile);
  return read.ok ? ok({ currency: read.value.currency, prices: read.value.prices }) : read;
}
