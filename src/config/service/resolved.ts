import { fail, ok, type Result } from '../../model/result.ts';
import type { YamlIssue } from '../../text/yaml-issue.ts';
import { type EnvironmentVariables, type ResolvedConfig, resolveReferences } from '../resolve.ts';
import { ConfigFile } from '../schema.ts';
import { SourceSettings } from '../sources.ts';

/**
 * What the service resolves when it starts. Sources resolve their own settings when they collect.
 */
const Resolvable = ConfigFile.pick({
  stacks: true,
  gitops: true,
  forges: true,
  notifications: true,
  slack: true,
  server: true,
  places: true,
});

/** A shorter signing secret could be guessed. */
const shortestSecret = 16;

/**
 * The settings of the service with values of environment variables filled in; else everything that
 * is missing or does not fit. Sources that records are pushed to get their secrets as well.
 */
export function resolveService(
  config: ConfigFile,
  env: EnvironmentVariables,
): Result<ResolvedConfig<ConfigFile>, readonly YamlIssue[]> {
  const parts = resolveReferences(Resolvable, pick(config), env);
  const sources = config.sources.map((source) => resolveReferences(SourceSettings, source, env));
  const issues = [
    ...(parts.ok ? [] : parts.error),
    ...sources.flatMap((source, index) =>
      source.ok
        ? []
        : source.error.map((issue) => ({ ...issue, path: ['sources', index, ...issue.path] })),
    ),
  ];
  if (!parts.ok || issues.length > 0) return fail(issues);
  const resolved: ConfigFile = {
    ...config,
    ...parts.value.settings,
    sources: config.sources.map((source, index) => {
      const one = sources[index];
      return source.kind === 'push' && one?.ok ? one.value.settings : source;
    }),
  };
  const wrong = resolvedIssues(resolved);
  if (wrong.length > 0) return fail(wrong);
  const all = [parts.value, ...sources.flatMap((source) => (source.ok ? [source.value] : []))];
  return ok({
    settings: resolved,
    hide: (text) => all.reduce((left, { hide }) => hide(left), text),
    secrets: [...new Set(all.flatMap(({ secrets }) => secrets))].sort(),
  });
}

/** The same for commands that only look at what the service stores: secrets may be missing. */
export function resolvePlaces(
  config: ConfigFile,
  env: EnvironmentVariables,
): Result<ResolvedConfig<ConfigFile>, readonly YamlIssue[]> {
  const { places } = config;
  const resolved = resolveReferences(ConfigFile.pick({ places: true }), { places }, env);
  if (!resolved.ok) return resolved;
  const settings = { ...config, ...resolved.value.settings };
  const wrong = placeIssues(settings);
  return wrong.length > 0 ? fail(wrong) : ok({ ...resolved.value, settings });
}

function pick({ stacks, gitops, forges, notifications, slack, server, places }: ConfigFile) {
  return { stacks, gitops, forges, notifications, slack, server, places };
}

/** Problems that only the values show. The values are not quoted. */
function resolvedIssues(config: ConfigFile): readonly YamlIssue[] {
  return [...placeIssues(config), ...secretIssues(config)];
}

function placeIssues({ places }: ConfigFile): readonly YamlIssue[] {
  const issues: YamlIssue[] = [];
  if (places.store !== undefined && !/^postgres(?:ql)?:\/\//.test(places.store)) {
    issues.push({ path: ['places', 'store'], message: 'Use a URL like postgres://host/database' });
  }
  if (places.queue !== undefined && !/^(?:rediss?|postgres(?:ql)?):\/\//.test(places.queue)) {
    issues.push({
      path: ['places', 'queue'],
      message: 'Use a URL like redis://host or postgres://host/database',
    });
  }
  return issues;
}

function secretIssues({ server }: ConfigFile): readonly YamlIssue[] {
  const issues: YamlIssue[] = [];
  const tooShort = `It needs at least ${shortestSecret} characters`;
  if (server.webhook_secret !== undefined && server.webhook_secret.length < shortestSecret) {
    issues.push({ path: ['server', 'webhook_secret'], message: tooShort });
  }
  for (const [index, { secret }] of server.tickets.entries()) {
    if (secret.length >= shortestSecret) continue;
    issues.push({ path: ['server', 'tickets', index, 'secret'], message: tooShort });
  }
  for (const [index, { token }] of server.tokens.entries()) {
    if (token.length >= shortestSecret) continue;
    issues.push({ path: ['server', 'tokens', index, 'token'], message: tooShort });
  }
  return issues;
}
