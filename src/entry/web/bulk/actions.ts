import type { AnswerAction } from '../../../ports/store/answer.ts';

/** What many may be answered with at once: bounds are of one field, and places of one patch. */
export const bulkActions = [
  'accept',
  'revert',
  'hold',
  'wrong',
  'dismiss',
  'reopen',
] as const satisfies readonly AnswerAction[];

export type BulkAction = (typeof bulkActions)[number];
