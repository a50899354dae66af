import { fail, ok, type Result } from '../../model/result.ts';
import type { CallFailure } from './failure.ts';

/** Milliseconds that an answer may take; a call to a queue may wait 20 s for a message. */
const defaultTimeout = 30_000;

/**
 * Calls a client and turns what it throws into a failure by `classify`; an error for which that
 * returns undefined is thrown again. After `timeout` milliseconds the call counts as failed, and a
 * later answer is dropped.
 */
export async function attemptCall<T>(
  call: () => Promise<T>,
  classify: (error: unknown) => CallFailure | undefined,
  timeout = defaultTimeout,
): Promise<Result<T, CallFailure>> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<Result<T, CallFailure>>((resolve) => {
    timer = setTimeout(() => resolve(fail(silent(timeout))), timeout);
  });
  const answer = call().then(
    (value) => ok(value),
    (error: unknown) => {
      const failure = classify(error);
      if (failure === undefined) throw error;
      return fail(failure);
    },
  );
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}

function silent(timeout: number): CallFailure {
  const message = `No answer came within ${Math.round(timeout / 1000)} s.`;
  return { kind: 'silent', code: 'no-answer', message };
}

/** The non-empty text at `name` of an error of any kind, or undefined. */
export function errorText(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
