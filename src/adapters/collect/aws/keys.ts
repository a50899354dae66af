import { day, hour, shiftTime } from '../../../model/instant.ts';

/** Milliseconds. Names of trail files contain the minute of delivery, which need not be exact. */
const nameSlack = hour;

/** Place of one account's files of one region: `.../AWSLogs/[o-.../]ACCOUNT/CloudTrail/REGION/`. */
export interface TrailFolder {
  /** `[prefix/]AWSLogs/[o-.../]`. */
  readonly base: string;
  readonly account: string;
  readonly region: string;
}

export function folderPath({ base, account, region }: TrailFolder): string {
  return `${base}${account}/CloudTrail/${region}/`;
}

/** One listing: keys with this prefix, and after `after` if that is given. */
export interface KeyListing {
  readonly prefix: string;
  readonly after?: string;
}

/** Listings of the folders of all days between two times, both included. */
export function dayListings(folder: TrailFolder, from: string, to: string): readonly KeyListing[] {
  const listings: KeyListing[] = [];
  const last = dateOf(to);
  for (let time = from; dateOf(time) <= last; time = shiftTime(time, day)) {
    listings.push({ prefix: `${folderPath(folder)}${dateOf(time)}/` });
  }
  return listings;
}

/** Like `dayListings`, but skips files whose names show that they are older than `from`. */
export function recentListings(
  folder: TrailFolder,
  from: string,
  to: string,
): readonly KeyListing[] {
  const start = shiftTime(from, -nameSlack);
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

/** True for a file with records, not for digests, insights and files of other programs. */
export function isTrailKey(key: string): boolean {
  return trailKey.test(key);
}

/** The bucket's prefix and `AWSLogs/`, with or without slashes around the setting. */
export function keyRoot(prefix: string | undefined): string {
  const trimmed = (prefix ?? '').replaceAll(/^\/+|\/+$/g, '');
  return `${trimmed === '' ? '' : `${trimmed}/`}AWSLogs/`;
}
