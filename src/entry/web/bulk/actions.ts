import type { AnswerAction } from '../../../ports/store/answer.ts';

/**
 * Answers that can be given to several intents together. Bounds concern one field, and places one
 * patch, so those answers are missing.
 */
export const bulkActions = [
  'accept',
  'revert',
  'hold',
  'wrong',
  'dismiss',
  'reopen',
] as const satisfies readonly AnswerAction[];

export type BulkAction = (typeof bulkActions)[number];
