import { minus, plus } from '../time.ts';

const day = 24 * 3_600_000;

/** Names of trail files carry the minute of delivery, but need not be exact. */
const nameSlack = 3_600_000;

/** Where one account's files of one region are: `.../AWSLogs/[o-.../]ACCOUNT/CloudTrail/REGION/`. */
export interface TrailFolder {
  /** `[prefix/]AWSLogs/[o-.../]`. */
  readonly base: string;
  readonly account: string;
  readonly region: string;
}

export function folderPath({ base, account, region }: TrailFolder): string {
  return `${base}${account}/CloudTrail/${region}/`;
}

/** One listing: keys below `prefix`, and behind `after` where that is given. */
export interface KeyListing {
  readonly prefix: string;
  readonly after?: string;
}

/** The folders of all days between two times, both included. */
export function dayListings(folder: TrailFolder, from: string, to: string): readonly KeyListing[] {
  const listings: KeyListing[] = [];
  const last = dateOf(to);
  for (let time = from; dateOf(time) <= last; time = plus(time, day)) {
    listings.push({ prefix: `${folderPath(folder)}${dateOf(time)}/` });
  }
  return listings;
}

/** The same for files that are no older than `from`, as far as their names show. */
export function recentListings(
  folder: TrailFolder,
  from: string,
  to: string,
): readonly KeyListing[] {
  const start = minus(from, nameSlack);
  const [first, ...rest] = dayListings(folder, start, to);
  if (first === undefined) return [];
  const minute = start.slice(0, 16).replaceAll(/[-:]/g, '');
  const after = `${first.prefix}${folder.account}_CloudTrail_${folder.region}_${minute}`;
  return [{ ...first, after }, ...rest];
}

function dateOf(time: string): string {
  return time.slice(0, 10).replaceAll('-', '/');
}

const trailKey =
  /(?:^|\/)AWSLogs\/(?:o-[a-z0-9]+\/)?\d{12}\/CloudTrail\/[a-z0-9-]+\/\d{4}\/\d\d\/\d\d\/[\w.-]+\.json\.gz$/;

/** True for a file with records; digests, insights and what others write are none. */
export function isTrailKey(key: string): boolean {
  return trailKey.test(key);
}

/** The bucket's prefix and `AWSLogs/`, whatever slashes the setting has. */
export function rootOf(prefix: string | undefined): string {
  const trimmed = (prefix ?? '').replaceAll(/^\/+|\/+$/g, '');
  return `${trimmed === '' ? '' : `${trimmed}/`}AWSLogs/`;
}
