/**
 * Wraps an object so that each call of its methods is reported when it ends: as done, or as failed,
 * by a failed result or an exception.
 */
export function countCalls<T extends object>(target: T, called: (isDone: boolean) => void): T {
  return new Proxy(target, {
    get(of, name, receiver) {
      const member: unknown = Reflect.get(of, name, receiver);
      if (typeof member !== 'function') return member;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        try {
          const result: unknown = await Reflect.apply(member, of, args);
          called(!isFailure(result));
          return result;
        } catch (error) {
          called(false);
          throw error;
        }
      };
    },
  });
}

function isFailure(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false;
}
