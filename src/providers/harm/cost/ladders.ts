import { own } from '../../../model/json.ts';
import { numberedSize } from '../value/size.ts';

/**
 * The factor between two sizes of one family, according to the cloud's documentation of the family.
 * Undefined for sizes of different families and for unknown ones. The factor is one of capacity,
 * for which clouds bill proportionally within a family.
 */
export type Ladder = (old: string, now: string) => number | undefined;

/**
 * Normalization factors of EC2 and RDS (Amazon EC2 user guide, "Reserved Instances: how discounts
 * are applied"): within a family, price and capacity are proportional to them.
 */
const awsFactors: Readonly<Record<string, number>> = {
  nano: 0.25,
  micro: 0.5,
  small: 1,
  medium: 2,
  large: 4,
};

/**
 * Bare-metal machines, whose name does not give their size, as the largest size of their family.
 */
const bare: Readonly<Record<string, number>> = {
  a1: 4,
  c5: 24,
  c5d: 24,
  c5n: 18,
  c6a: 48,
  c6g: 16,
  c6gd: 16,
  c6i: 32,
  c6id: 32,
  c6in: 32,
  c7g: 16,
  c7gd: 16,
  g4dn: 24,
  g5g: 16,
  i3: 16,
  i3en: 24,
  m5: 24,
  m5d: 24,
  m5dn: 24,
  m5n: 24,
  m5zn: 12,
  m6a: 48,
  m6g: 16,
  m6gd: 16,
  m6i: 32,
  m6id: 32,
  m7g: 16,
  m7gd: 16,
  r5: 24,
  r5b: 24,
  r5d: 24,
  r5dn: 24,
  r5n: 24,
  r6a: 48,
  r6g: 16,
  r6gd: 16,
  r6i: 32,
  r6id: 32,
  r7g: 16,
  r7gd: 16,
  x2gd: 16,
  z1d: 12,
};

export const awsLadder: Ladder = (old, now) => {
  const [a, b] = [awsUnits(old), awsUnits(now)];
  return a !== undefined && b !== undefined && a.family === b.family
    ? b.units / a.units
    : undefined;
};

function awsUnits(text: string): { family: string; units: number } | undefined {
  const lower = text.toLowerCase().replace(/\.(?:search|elasticsearch)$/, '');
  const dot = lower.lastIndexOf('.');
  if (dot < 0) return undefined;
  const [family, size] = [lower.slice(0, dot), lower.slice(dot + 1)];
  const small = own(awsFactors, size);
  if (small !== undefined) return { family, units: small };
  const times = /^(\d{0,3})xlarge$/.exec(size)?.[1] ?? /^metal-(\d{1,3})xl$/.exec(size)?.[1];
  if (times !== undefined)
    return Number(times) === 0 && times !== ''
      ? undefined
      : { family, units: 8 * Number(times || '1') };
  const largest = size === 'metal' ? own(bare, family) : undefined;
  return largest === undefined ? undefined : { family, units: 8 * largest };
}

/** Small machines of Google Cloud, each twice the size of the previous one. */
const smallSizes: Readonly<Record<string, number>> = { micro: 1, small: 2, medium: 4 };

/** Sizes of Azure and Google Cloud in which all numbers grow by the same factor. */
export const numberedLadder: Ladder = (old, now) => {
  const shared = (text: string) => /^(e2)-(micro|small|medium)$/.exec(text.toLowerCase());
  const [a, b] = [shared(old), shared(now)];
  if (a !== null && b !== null)
    return (smallSizes[b[2] ?? ''] ?? 0) / (smallSizes[a[2] ?? ''] ?? 0);
  if (a !== null || b !== null) return undefined;
  const [left, right] = [old, now].map(ofDatabase).map(numberedSize);
  if (left === undefined || right === undefined) return undefined;
  if (left.family !== right.family) return undefined;
  const ratios = new Set(right.numbers.map((n, index) => n / (left.numbers[index] ?? 0)));
  const [ratio, ...others] = ratios;
  return ratio !== undefined && others.length === 0 && isRatio(ratio) ? ratio : undefined;
};

/** `P1v3`, `P2mv3`, `S3`, `B1`, `I2v2`: each tier has twice the processors of the previous one. */
export const planLadder: Ladder = (old, now) => {
  const tier = (text: string) => /^([bspi])(\d)(m?v\d|)$/.exec(text.toLowerCase());
  const [a, b] = [tier(old), tier(now)];
  if (a === null || b === null || a[1] !== b[1] || a[3] !== b[3]) return undefined;
  return 2 ** (Number(b[2]) - Number(a[2]));
};

/** Transaction units (DTU) of Azure SQL, to which the price of a tier is proportional. */
const transactionUnits: Readonly<Record<string, number>> = {
  s0: 10,
  s1: 20,
  s2: 50,
  s3: 100,
  s4: 200,
  s6: 400,
  s7: 800,
  s9: 1600,
  s12: 3000,
  p1: 125,
  p2: 250,
  p4: 500,
  p6: 1000,
};

export const sqlLadder: Ladder = (old, now) => {
  const [a, b] = [old.toLowerCase(), now.toLowerCase()];
  const units = (name: string) => own(transactionUnits, name);
  const [left, right] = [units(a), units(b)];
  if (left === undefined && right === undefined) return numberedLadder(old, now);
  return left !== undefined && right !== undefined && a[0] === b[0] ? right / left : undefined;
};

function isRatio(ratio: number): boolean {
  return Number.isFinite(ratio) && ratio > 0;
}

/** Cloud SQL names its machines as Compute Engine does, with the prefix `db-`. */
function ofDatabase(size: string): string {
  return size.replace(/^db-/, '');
}
