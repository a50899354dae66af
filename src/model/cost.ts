/** What a change does to what is paid, as far as numbers show. */
export interface CostChange {
  readonly direction: 'higher' | 'lower';
  /**
   * New over old of what is paid for: 2 is twice as much, 0.5 half, 0 nothing any more. Left out
   * where nothing was there before, and where no table knows how two sizes compare.
   */
  readonly factor?: number;
  /** The difference in a month, by the prices of the settings; never without such prices. */
  readonly monthly?: Money;
  /** A clause for people: "4 times the nodes (3 to 12)". */
  readonly because: string;
}

/** An amount, to the cent. */
export interface Money {
  readonly amount: number;
  /** ISO 4217: `EUR`. */
  readonly currency: string;
}

/** What users pay, in a currency of theirs. */
export interface PriceList {
  readonly currency: string;
  readonly prices: readonly Price[];
}

/** The price of one piece of a size, or of one unit of a field, for a month. */
export interface Price {
  /** Terraform type. */
  readonly type: string;
  /** `m5.large`; a price has a size or a field. */
  readonly size?: string;
  /** `read_capacity`, `scaling_config.desired_size`: the price is that of one more. */
  readonly field?: string;
  /** Without one, of every region. */
  readonly region?: string;
  readonly monthly: number;
}

/** Prices, and where what is paid for runs. */
export interface Pricing {
  readonly list: PriceList;
  readonly region?: string;
}
