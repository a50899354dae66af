import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in a time that does not reveal where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
