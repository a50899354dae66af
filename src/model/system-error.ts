/**
 * The code of an error of the operating system, such as `ENOENT`
 * (https://nodejs.org/api/errors.html#errorcode); undefined for any other error.
 */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** True for an error of the operating system with one of these codes. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  const code = systemCode(error);
  return code !== undefined && codes.includes(code);
}
