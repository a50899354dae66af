import type { ArbitrationContext, TimeWindow } from '../stages/arbitration/types.ts';
import type { ConfigFile } from './schema.ts';

/** The known tags of a resource, which show its environment. */
export type TagsOf = (address: string) => Readonly<Record<string, unknown>>;

/** The root module: its absolute folder, and the workspace in which it is planned. */
export interface RootPlace {
  readonly root: string;
  readonly workspace: string;
}

/** The settings about time and place, for the policy. */
export function arbitrationContext(
  config: ConfigFile,
  now: string,
  place: RootPlace,
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
    environmentOf: (address) => environmentOf(config, place, tagsOf, address),
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
  { root, workspace }: RootPlace,
  tagsOf: TagsOf,
  address: string,
): string | undefined {
  const tags = tagsOf(address);
  return config.environments.find(
    ({ tag, values, addresses, workspace: named, path }) =>
      (tag === undefined || values?.includes(String(tags[tag])) === true) &&
      (addresses === undefined || addresses.some((each) => isWithin(address, each))) &&
      (named === undefined || named === workspace) &&
      (path === undefined || isOnTheWay(root, path)),
  )?.name;
}

function isWithin(address: string, prefix: string): boolean {
  return address === prefix || ['.', '[', '/'].some((next) => address.startsWith(prefix + next));
}

/** True if the folders of `path` follow one another on the way to `root`. */
function isOnTheWay(root: string, path: string): boolean {
  const folders = (text: string) =>
    text.split(/[/\\]/).filter((each) => each !== '' && each !== '.');
  return `/${folders(root).join('/')}/`.includes(`/${folders(path).join('/')}/`);
}
