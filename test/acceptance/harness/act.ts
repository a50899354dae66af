import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cloud } from './case.ts';
import { perform, type Workshop } from './workshop.ts';

/**
 * Makes calls in the console as the `position`-th step of a story. Returns the path of the log with
 * their records.
 */
export async function actInConsole(
  shop: Workshop,
  position: number,
  what: (cloud: Cloud) => Promise<unknown>,
): Promise<string> {
  const expect = { kind: 'untouched', trace: [] } as const;
  const one = { name: `step ${position}`, by: 'console human', act: what, expect } as const;
  const { error } = await perform(shop, one, position);
  if (error !== undefined) throw new Error(error);
  const [file = ''] = readdirSync(shop.events);
  const log = join(shop.folder, `log-${position}.json`);
  cpSync(join(shop.events, file), log);
  rmSync(join(shop.events, file));
  return log;
}
