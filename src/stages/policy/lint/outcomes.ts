/** The possible results of a condition, as far as is known: any of true, false and an error. */
export type LintOutcomes = number;

export const holdsIn: LintOutcomes = 1;
export const fails: LintOutcomes = 2;
/** A fact is missing, or the evaluation fails. */
export const breaks: LintOutcomes = 4;
export const anyOutcome: LintOutcomes = holdsIn | fails | breaks;

/** As in CEL, one false operand makes a conjunction false, whatever the others are. */
export function intersectOutcomes(a: LintOutcomes, b: LintOutcomes): LintOutcomes {
  const mayHold = a & b & holdsIn;
  const mayFail = (a | b) & fails;
  const isReached = (a & breaks && b !== fails) || (b & breaks && a !== fails);
  return mayHold | mayFail | (isReached ? breaks : 0);
}

/** One true operand makes it true, whatever the others are. */
export function uniteOutcomes(a: LintOutcomes, b: LintOutcomes): LintOutcomes {
  return negated(intersectOutcomes(negated(a), negated(b)));
}

export function negated(a: LintOutcomes): LintOutcomes {
  return (a & holdsIn ? fails : 0) | (a & fails ? holdsIn : 0) | (a & breaks);
}

/** `condition ? a : b`. */
export function chosen(condition: LintOutcomes, a: LintOutcomes, b: LintOutcomes): LintOutcomes {
  return (condition & holdsIn ? a : 0) | (condition & fails ? b : 0) | (condition & breaks);
}

/** True if only one result is possible. */
export function isSettledOutcome(outcomes: LintOutcomes): boolean {
  return (outcomes & (outcomes - 1)) === 0;
}
