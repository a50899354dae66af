import type { Answer } from './answer.ts';

/** An answer as it is stored. */
export type KeptAnswer = Readonly<Answer>;

/** A drift as it was when somebody answered. */
export type AnsweredField = Readonly<NonNullable<Answer['fields']>[number]>;
