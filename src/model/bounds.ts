/** The limits of a number, both included. A missing limit leaves that side open. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Bounds from parsers and forms, where a limit that was left out may be undefined. */
export interface GivenBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** `within 2 to 10`, `from 2 on`, `up to 10`; empty if both sides are open. */
export function boundsText({ min, max }: GivenBounds): string {
  if (min !== undefined && max !== undefined) return `within ${min} to ${max}`;
  if (min !== undefined) return `from ${min} on`;
  return max === undefined ? '' : `up to ${max}`;
}

/** Bounds without a member for an open side, since JSON has no undefined. */
export function definedBounds({ min, max }: GivenBounds): Bounds {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
