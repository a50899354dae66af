import { reference } from '../../config/reference.ts';
import type { ConfigFile } from '../../config/schema.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment that a run of a stack gets, Terraform and its providers with it: that of the
 * service without what is Parley's own, such as tokens of forges, of Slack and of the store.
 */
export function stackEnvironment(env: Environment, settings: ConfigFile): Environment {
  const own = ownVariables(settings);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name) && !isOwn(name)));
}

function isOwn(name: string): boolean {
  return /^(?:PARLEY_|PG|REDIS_|SLACK_|GITHUB_|GITLAB_|GITEA_|GH_)/.test(name);
}

/** Every variable that the settings of the service name. */
function ownVariables(settings: ConfigFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, name = ''] of JSON.stringify(settings).matchAll(reference)) names.add(name);
  if (settings.model !== undefined) names.add(settings.model.api_key_env);
  if (settings.opa?.token_env !== undefined) names.add(settings.opa.token_env);
  return names;
}
