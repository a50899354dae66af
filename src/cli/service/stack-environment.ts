import { reference } from '../../config/reference.ts';
import type { ConfigFile } from '../../config/schema.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment that a run of a stack gets, Terraform and its providers with it: that of the
 * service without what is Parley's own, such as tokens of forges, of Slack and of the store.
 */
export function stackEnvironment(env: Environment, written: ConfigFile): Environment {
  const own = ownVariables(written);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name) && !isOwn(name)));
}

function isOwn(name: string): boolean {
  return /^(?:PARLEY_|PG|REDIS_|SLACK_|GITHUB_|GITLAB_|GITEA_|GH_)/.test(name);
}

/** Variables that the settings name for those whom the service itself speaks to. */
function ownVariables(written: ConfigFile): ReadonlySet<string> {
  const { forges, notifications, slack, server, places, sources, model, opa } = written;
  const pushed = sources.filter(({ kind }) => kind === 'push');
  const text = JSON.stringify([forges, notifications, slack, server, places, pushed]);
  const names = new Set([...text.matchAll(reference)].map(([, name = '']) => name));
  if (model !== undefined) names.add(model.api_key_env);
  if (opa?.token_env !== undefined) names.add(opa.token_env);
  return names;
}
