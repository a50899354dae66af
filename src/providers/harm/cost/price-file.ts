import { z } from 'zod';
import { costFields } from './fields.ts';

/** Hours in a month, as clouds count them in their own calculators. */
const hoursOfMonth = 730;

const amount = z.number().min(0).max(1_000_000_000);

const Price = z
  .strictObject({
    /** The Terraform type: `aws_instance`. */
    type: z.string().min(1).max(200),
    /** The size of which one piece has this price: `m5.large`. */
    size: z.string().min(1).max(80).optional(),
    /** The field of which one more unit has this price: `read_capacity`. */
    field: z.string().min(1).max(200).optional(),
    /** If left out, the price applies everywhere. */
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

/** The schema of the file given as `prices`. */
export const PriceFile = z.strictObject({
  version: z.literal(1, 'Use version 1').default(1),
  /** The currency of all prices. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'Use a currency like EUR'),
  prices: z.array(Price).max(100_000).superRefine(eachOnce),
});

type Priced = z.output<typeof Price>;

/** Two prices of the same thing are rejected, since it is unclear which one applies. */
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
