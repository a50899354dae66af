import { InvalidArgumentError } from 'commander';

/** The help of `--stack`. */
export const stackHelp =
  'a stack that the service of the folder watches; optional where it watches only one';

/** A parser for an option whose value is an integer in this range. */
export function numberBetween(least: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,5}$/.test(text) && value >= least && value <= max) return value;
    throw new InvalidArgumentError(`Give a number from ${least} to ${max}.`);
  };
}
