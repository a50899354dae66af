/** What a condition may come to, as far as is known: any of true, false and an error. */
export type Outcomes = number;

export const holds: Outcomes = 1;
export const fails: Outcomes = 2;
/** A fact is missing, or the evaluation goes wrong. */
export const breaks: Outcomes = 4;
export const anyOutcome: Outcomes = holds | fails | breaks;

/** As CEL has it: one that fails settles a conjunction whatever becomes of the others. */
export function bothOf(a: Outcomes, b: Outcomes): Outcomes {
  const mayHold = a & b & holds;
  const mayFail = (a | b) & fails;
  const isReached = (a & breaks && b !== fails) || (b & breaks && a !== fails);
  return mayHold | mayFail | (isReached ? breaks : 0);
}

/** One that holds settles it. */
export function eitherOf(a: Outcomes, b: Outcomes): Outcomes {
  return negated(bothOf(negated(a), negated(b)));
}

export function negated(a: Outcomes): Outcomes {
  return (a & holds ? fails : 0) | (a & fails ? holds : 0) | (a & breaks);
}

/** `condition ? a : b`. */
export function chosen(condition: Outcomes, a: Outcomes, b: Outcomes): Outcomes {
  return (condition & holds ? a : 0) | (condition & fails ? b : 0) | (condition & breaks);
}

/** Nothing is left open. */
export function isSettled(outcomes: Outcomes): boolean {
  return (outcomes & (outcomes - 1)) === 0;
}
