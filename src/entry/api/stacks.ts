import type { Stack } from '../../config/service/stacks.ts';
import { compareText } from '../../model/text.ts';
import type { RunHead } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { ApiSettings } from './deps.ts';

/** The stacks of a tenant, by name. */
export function tenantStacks({ stacks }: ApiSettings, tenant: string): readonly Stack[] {
  return stacks
    .filter((stack) => stack.tenant === tenant)
    .sort((a, b) => compareText(a.name, b.name));
}

/** Undefined for a stack of another tenant, just as for one that does not exist. */
export function findStack(settings: ApiSettings, tenant: string, name: string): Stack | undefined {
  return settings.stacks.find((stack) => stack.tenant === tenant && stack.name === name);
}

export function stackKeyOf({ tenant, name }: Stack): StackKey {
  return { tenant, stack: name };
}

/** Names of the sources whose records a stack uses. */
export function stackSourceNames({ sources }: ApiSettings, stack: Stack): readonly string[] {
  return sources
    .filter(({ tenant }) => tenant === stack.tenant)
    .map(({ name }) => name)
    .filter((name) => stack.sources === undefined || stack.sources.includes(name))
    .sort();
}

/** A run as the API shows it, without its tenant. */
export function scanSummary(run: RunHead) {
  const { id, stack, command, startedAt, revision, drifts, intents, unchanged } = run;
  const commit = revision === undefined ? {} : { revision };
  const later = unchanged === undefined ? {} : { unchanged };
  return { id, stack, command, startedAt, ...commit, drifts, intents, ...later };
}

/**
 * Names of the stacks that a query covers: one or all; undefined where the named stack does not
 * exist.
 */
export function queriedStackNames(
  settings: ApiSettings,
  tenant: string,
  only: string | undefined,
): readonly string[] | undefined {
  if (only === undefined) return tenantStacks(settings, tenant).map(({ name }) => name);
  return findStack(settings, tenant, only) === undefined ? undefined : [only];
}
