import { z } from 'zod';

export const timeField = z.iso.datetime();
export const countField = z.int().nonnegative();

/** Name of a stack in a query. */
export const stackField = z.string().min(1).max(100).meta({ description: 'Name of a stack' });

/** Name of a stack in a path. */
export const stackParams = z.strictObject({
  stack: z.string().min(1).max(100).meta({
    description: 'Name of a stack; a slash in it is written `%2F`',
    example: 'shop%2Fprod',
  }),
});

export const DocumentView = z.record(z.string(), z.unknown());
