import { isForTerraform } from '../../code/terraform/run/environment.ts';
import { reference } from '../../config/reference.ts';
import type { ConfigFile } from '../../config/schema.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a run of a stack: the service's variables that Terraform and the clients of
 * clouds and states know by name. It excludes Parley's own variables, such as tokens of forges, of
 * Slack and of the store, and the plugin cache, which two simultaneous runs would corrupt.
 */
export function stackEnvironment(env: Environment, written: ConfigFile): Environment {
  const own = ownVariables(written);
  const isGiven = (name: string) => (isForTerraform(name) || isForClients(name)) && !own.has(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isGiven(name) && !isOwn(name)));
}

/** Variables that locate states, and that give credentials on machines of clouds. */
function isForClients(name: string): boolean {
  return /^(?:TFE?_|ECS_|IDENTITY_|MSI_|GCE_METADATA_|NODE_EXTRA_CA_CERTS$)/.test(name);
}

function isOwn(name: string): boolean {
  return /^(?:PARLEY_|PG|REDIS_|SLACK_|GITHUB_|GITLAB_|GITEA_|GH_|TF_PLUGIN_CACHE_)/.test(name);
}

/** Variables that the settings use for systems that the service itself calls. */
function ownVariables(written: ConfigFile): ReadonlySet<string> {
  const { forges, notifications, slack, server, places, sources, model, opa } = written;
  const pushed = sources.filter(({ kind }) => kind === 'push');
  const text = JSON.stringify([forges, notifications, slack, server, places, pushed]);
  const names = new Set([...text.matchAll(reference)].map(([, name = '']) => name));
  if (model !== undefined) names.add(model.api_key_env);
  if (opa?.token_env !== undefined) names.add(opa.token_env);
  return names;
}
