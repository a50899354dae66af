import { fail, ok, type Result } from '../model/result.ts';
import type { CallFailure } from './failure.ts';

/** Calls a client; what it throws is told by `classify`, which lets go what is no failed call. */
export async function attempt<T>(
  call: () => Promise<T>,
  classify: (error: unknown) => CallFailure | undefined,
): Promise<Result<T, CallFailure>> {
  try {
    return ok(await call());
  } catch (error) {
    const failure = classify(error);
    if (failure === undefined) throw error;
    return fail(failure);
  }
}

/** The text at `name` of an error, whatever made it. */
export function errorText(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
