/** Limits of a number, both included; a side that is missing is open. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** As parsers and forms have them: what was left out may be undefined. */
export interface GivenBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** `within 2 to 10`, `from 2 on`, `up to 10`; empty where both sides are open. */
export function boundsText({ min, max }: GivenBounds): string {
  if (min !== undefined && max !== undefined) return `within ${min} to ${max}`;
  if (min !== undefined) return `from ${min} on`;
  return max === undefined ? '' : `up to ${max}`;
}

/** Has no member for a side that is open, as JSON has none. */
export function boundsOf({ min, max }: GivenBounds): Bounds {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
