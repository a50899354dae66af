import type { Outcome } from '../../model/decision.ts';

/** A mark for each outcome, for readers who see no colors. */
export const outcomeMarks: Readonly<Record<Outcome, string>> = {
  accept: '✓',
  compromise: '✓',
  delegate: '✓',
  reject: '✗',
  expired: '✗',
  escalate: '?',
  defer: '…',
  noop: '·',
};
