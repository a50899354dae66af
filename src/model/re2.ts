import { RE2JS, RE2JSException } from 're2js';
import { z } from 'zod';

/**
 * An expression of RE2 (https://github.com/google/re2/wiki/Syntax). It takes no longer than its
 * length times that of the text, whatever either is; look-around and back references are refused.
 */
export const Re2Expression = z
  .string()
  .min(1)
  .max(200)
  .transform((source, context): RE2JS => {
    try {
      return RE2JS.compile(source);
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error;
      const message = `RE2 cannot read the expression: ${error.message}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });
