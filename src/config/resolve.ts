import type { z } from 'zod';
import { fail, ok, type Result } from '../model/result.ts';
import { describeFirstIssue, type YamlIssue } from '../text/yaml-issue.ts';
import { reference } from './reference.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Settings with values of environment variables filled in, and how to remove these from any text
 * again.
 */
export interface ResolvedConfig<T> {
  readonly settings: T;
  /** Replaces each value with the name of its variable. */
  readonly hide: (text: string) => string;
  /** Values of environment variables, sorted: none of them may be in a text that people read. */
  readonly secrets: readonly string[];
}

/** Why settings cannot be used. It quotes no value of an environment variable. */
export type UnresolvedSetting = YamlIssue & {
  /** Variables that are not set. */
  readonly missing?: readonly string[];
};

/** Settings that consist of a reference only, whose values have no form to check. */
export const secretSettings: ReadonlySet<string> = new Set([
  'token',
  'secret',
  'client_secret',
  'webhook_secret',
  'private_key',
  'signing_secrets',
  'action_keys',
]);

/** Replaces `${NAME}` in all texts of the settings with values of environment variables. */
export function resolveReferences<T>(
  schema: z.ZodType<T>,
  settings: T,
  env: EnvironmentVariables,
): Result<ResolvedConfig<T>, readonly UnresolvedSetting[]> {
  const values = new Map<string, string>();
  const problems: UnresolvedSetting[] = [];
  const fill = (text: string, path: readonly PropertyKey[]): string => {
    const names = [...text.matchAll(reference)].map(([, name = '']) => name);
    const missing = [...new Set(names)].filter((name) => !env[name]);
    if (missing.length > 0) problems.push({ path, message: notSet(missing), missing, hint: setIt });
    return text.replaceAll(reference, (written, name: string) => {
      const value = env[name];
      if (!value) return written;
      values.set(name, value);
      return value;
    });
  };
  mapTexts(settings, [], fill);
  if (problems.length > 0) return fail(problems);
  if (values.size === 0) return ok({ settings, hide: (text) => text, secrets: [] });
  const hide = hider(values);
  const checked = schema.safeParse(
    mapTexts(settings, [], (text, path) => (isSecret(path) ? text : fill(text, path))),
  );
  if (!checked.success) {
    const { path, message } = describeFirstIssue(checked.error);
    return fail([{ path, message: `With the environment's values: ${hide(message)}` }]);
  }
  // Secrets are filled in after the check, which expects references in their places.
  const whole = mapTexts(checked.data, [], (text, path) =>
    isSecret(path) ? fill(text, path) : text,
  );
  return ok({ settings: whole, hide, secrets: [...new Set(values.values())].sort() });
}

function isSecret(path: readonly PropertyKey[]): boolean {
  return path.some((key) => typeof key === 'string' && secretSettings.has(key));
}

function hider(values: ReadonlyMap<string, string>): (text: string) => string {
  // Longer values first, because one may be part of another. Values of up to three characters are
  // not secrets.
  const secrets = [...values].filter(([, value]) => value.length > 3);
  const sorted = secrets.sort(([, a], [, b]) => b.length - a.length);
  return (text) =>
    sorted.reduce((hidden, [name, value]) => hidden.replaceAll(value, `\${${name}}`), text);
}

type MapText = (text: string, path: readonly PropertyKey[]) => string;

/** The value with its texts replaced and the same form. */
function mapTexts<T>(value: T, path: readonly PropertyKey[], map: MapText): T {
  return mapped(value, path, map) as T;
}

function mapped(value: unknown, path: readonly PropertyKey[], map: MapText): unknown {
  if (typeof value === 'string') return map(value, path);
  if (Array.isArray(value)) return value.map((each, index) => mapped(each, [...path, index], map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapped(each, [...path, key], map)]),
  );
}

const setIt = 'Set it in the environment of this process, or remove the setting.';

function notSet(names: readonly string[]): string {
  const [first = '', ...more] = names;
  return more.length === 0
    ? `The environment variable ${first} is not set`
    : `The environment variables ${names.join(', ')} are not set`;
}
