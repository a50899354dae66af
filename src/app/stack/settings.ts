import { join, resolve } from 'node:path';
import { type StoreLocation, storeLocation } from '../../adapters/store/location.ts';
import { type LogLevel, logLevels } from '../../adapters/telemetry/log.ts';
import { readPlacedConfig } from '../../config/read.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { serviceIssues } from '../../config/service/checks.ts';
import { resolveService } from '../../config/service/resolved.ts';
import { mentionsSecret } from '../../model/credential/name.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Io } from '../../ports/io.ts';
import { checkScan } from './schedules.ts';

export interface ServiceFolder {
  readonly dir: string;
  readonly config?: string;
  /** Value of the flag, which takes precedence over the environment. */
  readonly logLevel?: LogLevel;
}

/** The settings of the service, and where it keeps its data. */
export interface ServiceSettings {
  /** The folder of `parley.yaml`, absolute. */
  readonly root: string;
  /** The settings as written, with references. */
  readonly written: ConfigFile;
  /** The settings with the values of the environment, except for sources to collect from. */
  readonly settings: ConfigFile;
  readonly store: StoreLocation;
  /** URL of the queue; undefined where the queue uses the database of the store. */
  readonly queue: string | undefined;
  /** Absolute. */
  readonly repositories: string;
  /**
   * Texts that must not appear in any log line: values from the settings, and of variables whose
   * names suggest secrets.
   */
  readonly secrets: readonly string[];
  readonly logLevel: LogLevel;
}

/** The file that the settings are read from. */
export function settingsFile(io: Io, { dir, config }: ServiceFolder): string {
  const root = resolve(io.cwd, dir);
  return config === undefined ? join(root, 'parley.yaml') : resolve(io.cwd, config);
}

/**
 * Reads and checks the settings of the service, and reports all problems together.
 * `resolveSettings` decides which values of the environment are needed.
 */
export async function readServiceSettings(
  io: Io,
  { dir, config, logLevel: flag }: ServiceFolder,
  resolveSettings: typeof resolveService = resolveService,
): Promise<Result<ServiceSettings, readonly Problem[]>> {
  const root = resolve(io.cwd, dir);
  const read = await readPlacedConfig(root, config && resolve(io.cwd, config));
  if (!read.ok) return fail([...read.error].sort(byPlace));
  const { value: written, problem } = read.value;
  const issues = serviceIssues(written, checkScan);
  const resolved = resolveSettings(written, io.env);
  const wrong = [...issues, ...(resolved.ok ? [] : resolved.error)];
  const level = logLevel(io, flag);
  if (!resolved.ok || wrong.length > 0 || !level.ok) {
    return fail([...wrong.map(problem).sort(byPlace), ...(level.ok ? [] : [level.error])]);
  }
  const { settings, secrets } = resolved.value;
  const store = storeLocation(root, io.env['PARLEY_STORE'] || settings.places.store);
  const own = store.kind === 'server' ? store.url : undefined;
  const queue = io.env['PARLEY_QUEUE'] || settings.places.queue || own;
  return ok({
    root,
    written,
    settings,
    store,
    queue,
    repositories: resolve(root, settings.places.repositories ?? join('.parley', 'repositories')),
    secrets: [...secrets, ...environmentSecrets(io.env), ...passwordsOf([own, queue])],
    logLevel: level.value,
  });
}

function byPlace({ place: a }: Problem, { place: b }: Problem): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}

/** Shorter values are ordinary words such as `true`, which occur everywhere. */
const shortest = 8;

function environmentSecrets(env: Io['env']): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= shortest && mentionsSecret(name) ? [value] : [],
  );
}

function passwordsOf(urls: readonly (string | undefined)[]): readonly string[] {
  return urls.flatMap((url) => {
    if (url === undefined || !URL.canParse(url)) return [];
    const { password } = new URL(url);
    return password === '' ? [] : [password, decoded(password)];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that is not part of an escape.
    return text;
  }
}

/** The log level: of the flag, else of PARLEY_LOG_LEVEL, else `info`. */
function logLevel({ env }: Pick<Io, 'env'>, flag: LogLevel | undefined): Result<LogLevel> {
  const given = flag ?? (env['PARLEY_LOG_LEVEL'] || 'info');
  const level = logLevels.find((one) => one === given);
  if (level !== undefined) return ok(level);
  return fail({
    code: 'no-such-log-level',
    message: `PARLEY_LOG_LEVEL is ${displayText(given, 60)}, which is not a log level.`,
    hint: `Use one of ${logLevels.join(', ')}.`,
  });
}
