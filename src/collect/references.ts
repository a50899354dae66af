import { issueOf } from '../config/issue.ts';
import { reference } from '../config/reference.ts';
import { SourceSettings } from '../config/sources.ts';
import { fail, ok, type Problem, type Result } from '../model/result.ts';

/** Settings with the environment's values in them, and how to take these out of any text again. */
export interface ResolvedSettings {
  readonly settings: SourceSettings;
  /** Puts the name of a variable where its value stands. */
  readonly hide: (text: string) => string;
}

/** Puts the values of environment variables where `${NAME}` stands in the settings of a source. */
export function resolveSettings(
  settings: SourceSettings,
  env: Readonly<Record<string, string | undefined>>,
): Result<ResolvedSettings> {
  const values = new Map<string, string>();
  const missing = new Set<string>();
  const replaced = mapTexts(settings, (text) =>
    text.replaceAll(reference, (written, name: string) => {
      const value = env[name];
      if (value === undefined || value === '') {
        missing.add(name);
        return written;
      }
      values.set(name, value);
      return value;
    }),
  );
  const [first] = missing;
  if (first !== undefined) return fail(notSet(settings.name, first));
  if (values.size === 0) return ok({ settings, hide: (text) => text });
  const parsed = SourceSettings.safeParse(replaced);
  if (parsed.success) return ok({ settings: parsed.data, hide: hider(values) });
  const { path, message } = issueOf(parsed.error);
  return fail(notFitting(settings.name, `${path.map(String).join('.')}: ${message}`));
}

/** The problem with none of the environment's values in it. */
export function hideIn(problem: Problem, hide: (text: string) => string): Problem {
  const { place } = problem;
  return {
    ...problem,
    message: hide(problem.message),
    ...(place === undefined ? {} : { place: { ...place, file: hide(place.file) } }),
  };
}

function hider(values: ReadonlyMap<string, string>): (text: string) => string {
  // Longer values first: one may be part of another. What is this short is no secret.
  const secrets = [...values].filter(([, value]) => value.length > 3);
  const sorted = secrets.sort(([, a], [, b]) => b.length - a.length);
  return (text) =>
    sorted.reduce((hidden, [name, value]) => hidden.replaceAll(value, `\${${name}}`), text);
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, map)]));
}

function notSet(source: string, name: string): Problem {
  return {
    code: 'collect-environment',
    message: `The source ${source} needs the environment variable ${name}, which is not set.`,
    hint: `Set ${name}, or write the value in parley.yaml if it is no secret.`,
  };
}

function notFitting(source: string, issue: string): Problem {
  return {
    code: 'collect-environment',
    message: `With the environment's values the source ${source} is not valid: ${issue}.`,
    hint: 'Check what the variables that parley.yaml names are set to.',
  };
}
