import type { ConfigFile } from '../../config/schema.ts';
import { replyChannel } from '../notify/keys.ts';

/** The names that a job may contain. */
export interface OwnedName {
  readonly tenant: string;
  readonly stack?: string;
  readonly source?: string;
  readonly forge?: string | undefined;
  readonly gitops?: string;
  readonly channel?: string;
}

type Known = Pick<ConfigFile, 'stacks' | 'sources' | 'forges' | 'gitops' | 'notifications'>;

/** Selects jobs for which the settings have everything that they name. */
export function ownedBy({ stacks, sources, forges, gitops, notifications }: Known) {
  const has = (list: readonly { readonly tenant: string; readonly name: string }[]) => {
    const known = new Set(list.map(({ tenant, name }) => JSON.stringify([tenant, name])));
    return (tenant: string, name: string | undefined): boolean =>
      name === undefined || known.has(JSON.stringify([tenant, name]));
  };
  const hasStack = has(stacks);
  const hasSource = has(sources);
  const hasForge = has(forges);
  const hasGitops = has(gitops);
  const hasChannel = has(notifications);
  return ({ tenant, stack, source, forge, gitops: code, channel }: OwnedName): boolean =>
    hasStack(tenant, stack) &&
    hasSource(tenant, source) &&
    hasForge(tenant, forge) &&
    hasGitops(tenant, code) &&
    (channel?.startsWith(replyChannel) === true || hasChannel(tenant, channel));
}
