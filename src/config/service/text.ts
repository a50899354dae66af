import { z } from 'zod';
import { reference } from '../reference.ts';

/** Names are used in ids of jobs, in logs and in addresses. */
export const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Use lower-case letters, digits and dashes');

export const tenant = name.default('default');

/** A text of this form, or one with references, whose values are checked when they are used. */
export function settingText(form: RegExp, message: string) {
  return z.string().refine((value) => value.search(reference) >= 0 || form.test(value), message);
}

export const url = settingText(/^https?:\/\/[^\s]+$/, 'Use a URL like https://host');

/** A secret must not be in a file, so it is a reference to an environment variable. */
export const secret = z
  .string()
  .regex(/^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/, 'Name an environment variable: ${NAME}');
