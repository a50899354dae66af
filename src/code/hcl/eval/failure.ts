/**
 * An operation that is not valid for its operands. It becomes a diagnostic and an unknown value.
 */
export interface Failure {
  readonly kind: 'failure';
  readonly message: string;
}

export function failure(message: string): Failure {
  return { kind: 'failure', message };
}

export function isFailure(outcome: { readonly kind: string }): outcome is Failure {
  return outcome.kind === 'failure';
}
