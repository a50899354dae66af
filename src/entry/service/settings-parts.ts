import { stat } from 'node:fs/promises';
import type { Log } from '../../adapters/telemetry/log.ts';
import { withAdded } from '../../app/settings/added.ts';
import { checkScan } from '../../app/stack/schedules.ts';
import type { ServiceSettings } from '../../app/stack/settings.ts';
import { hexDigest } from '../../model/digest.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import type { AddedStack } from '../../ports/added-stacks.ts';

/** The settings of the file and the stacks that were added to them. */
export function together(
  ofFile: ServiceSettings,
  added: readonly AddedStack[],
  log: Log,
): ServiceSettings {
  const ignore = (): void => undefined;
  const left = ({ tenant, name }: AddedStack): void =>
    log.warn('a stack that was added does not fit the settings any more', { tenant, stack: name });
  return {
    ...ofFile,
    written: withAdded(ofFile.written, added, checkScan, left),
    settings: withAdded(ofFile.settings, added, checkScan, ignore),
  };
}

export function bodies(added: readonly AddedStack[]): Json {
  return added.map(({ tenant, name, body }) => [tenant, name, body]);
}

/** Written settings have references to secrets instead of the secrets. */
export function digestSettings(written: ServiceSettings['written']): string {
  return hexDigest(canonicalJson(plain(written)));
}

export function sameSettings(one: ServiceSettings, other: ServiceSettings): boolean {
  return (
    canonicalJson(plain(one.settings)) === canonicalJson(plain(other.settings)) &&
    canonicalJson(plain(one.written)) === canonicalJson(plain(other.written))
  );
}

function plain(settings: ServiceSettings['written']): Json {
  return JSON.parse(JSON.stringify(settings)) as Json;
}

/** Changes with the places that a process keeps open for as long as it runs. */
export function fingerprintPlaces({ store, queue, repositories }: ServiceSettings): string {
  return JSON.stringify([store, queue ?? null, repositories]);
}

/** Changes with the file, also when a link points to another file. */
export async function readFileStamp(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
