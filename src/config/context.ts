import type { ArbitrationContext, TimeWindow } from '../arbitration/types.ts';
import type { ConfigFile } from './schema.ts';

/** Tags of a resource as far as they are known, for telling its environment. */
export type TagsOf = (address: string) => Readonly<Record<string, unknown>>;

/** What the settings say about time and place, for the policy. */
export function arbitrationContext(
  config: ConfigFile,
  now: string,
  workspace: string,
  tagsOf: TagsOf,
): ArbitrationContext {
  return {
    now,
    incidents: config.incidents.map(windowOf),
    maintenance: config.maintenance.map(windowOf),
    freezes: config.freezes.map(({ reason, ...freeze }, index) =>
      windowOf({ ...freeze, id: reason ?? `freeze ${index + 1}` }),
    ),
    deployers: config.deployers,
    environmentOf: (address) => environmentOf(config, workspace, tagsOf, address),
  };
}

type Loose<T> = { readonly [K in keyof T]: T[K] | undefined };

function windowOf({ id, from, to, environments, addresses }: Loose<TimeWindow>): TimeWindow {
  return {
    id: id ?? '',
    from: utc(from ?? ''),
    ...(to === undefined ? {} : { to: utc(to) }),
    ...(environments === undefined ? {} : { environments }),
    ...(addresses === undefined ? {} : { addresses }),
  };
}

/** Windows are compared as text, so all of them are in UTC. */
function utc(time: string): string {
  return new Date(time).toISOString();
}

function environmentOf(
  config: ConfigFile,
  workspace: string,
  tagsOf: TagsOf,
  address: string,
): string | undefined {
  const tags = tagsOf(address);
  return config.environments.find(
    ({ tag, values, addresses, workspace: named }) =>
      (tag === undefined || values?.includes(String(tags[tag])) === true) &&
      (addresses === undefined || addresses.some((each) => isWithin(address, each))) &&
      (named === undefined || named === workspace),
  )?.name;
}

function isWithin(address: string, prefix: string): boolean {
  return address === prefix || address.startsWith(`${prefix}.`) || address.startsWith(`${prefix}[`);
}
