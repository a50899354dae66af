import {
  type EnvironmentVariables,
  type ResolvedConfig,
  resolveReferences,
} from '../../config/resolve.ts';
import { SourceSettings } from '../../config/sources.ts';
import { fail, type Problem, type Result } from '../../model/result.ts';

export type ResolvedSettings = ResolvedConfig<SourceSettings>;

/** Replaces `${NAME}` in the settings of a source with the values of environment variables. */
export function resolveSettings(
  settings: SourceSettings,
  env: EnvironmentVariables,
): Result<ResolvedSettings> {
  const resolved = resolveReferences(SourceSettings, settings, env);
  if (resolved.ok) return resolved;
  const [problem] = resolved.error;
  const [missing] = problem?.missing ?? [];
  if (missing !== undefined) return fail(notSet(settings.name, missing));
  const where = problem?.path.map(String).join('.') ?? '';
  return fail(notFitting(settings.name, `${where}: ${problem?.message ?? 'it is not valid'}`));
}

/** The problem with all values of environment variables removed. */
export function hideIn(problem: Problem, hide: (text: string) => string): Problem {
  const { place } = problem;
  return {
    ...problem,
    message: hide(problem.message),
    ...(place === undefined ? {} : { place: { ...place, file: hide(place.file) } }),
  };
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
    message: `The source ${source} is not valid: ${issue}.`,
    hint: 'Check what the variables that parley.yaml names are set to.',
  };
}
