/**
 * Settings of git as environment variables: they take precedence over those of any file, and do not
 * appear in the arguments.
 */
export function settingsEnvironment(
  settings: readonly (readonly [string, string])[],
): Readonly<Record<string, string>> {
  const pairs = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(settings.length) };
}
