import { z } from 'zod';
import { reportText } from './report-schema/terms.ts';

/** An amount, exact to the cent. */
export const Money = z.object({
  amount: z.number(),
  /** ISO 4217: `EUR`. */
  currency: reportText,
});

export type Money = Readonly<z.output<typeof Money>>;

/** How a change affects the bill, as far as numbers are known. */
export const CostChange = z.object({
  direction: z.enum(['higher', 'lower']),
  /**
   * New cost divided by old cost: 2 is twice as much, 0.5 half, 0 nothing any more. Left out if
   * nothing existed before, or if no table compares the two sizes.
   */
  factor: z.number().exactOptional(),
  /** The monthly difference by the prices in the settings; left out without such prices. */
  monthly: Money.exactOptional(),
  /** A clause for people: "4 times the nodes (3 to 12)". */
  because: reportText,
});

export type CostChange = Readonly<z.output<typeof CostChange>>;

/** The prices that users pay, in their currency. */
export interface PriceList {
  readonly currency: string;
  readonly prices: readonly Price[];
}

/** The monthly price of one piece of a size, or of one unit of a field. */
export interface Price {
  /** The Terraform type. */
  readonly type: string;
  /** The size, as in `m5.large`. A price has either a size or a field. */
  readonly size?: string;
  /**
   * The field of which one more unit has this price: `read_capacity`,
   * `scaling_config.desired_size`.
   */
  readonly field?: string;
  /** If left out, the price applies to every region. */
  readonly region?: string;
  readonly monthly: number;
}

/** Prices, with the region of the billed resource. */
export interface Pricing {
  readonly list: PriceList;
  readonly region?: string;
}
