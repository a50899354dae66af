import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { packRows, unpackRows } from '../../code/terraform/state/kept-rows.ts';
import { bytesOfState, parseState } from '../../code/terraform/state/parse.ts';
import type { TerraformState } from '../../code/terraform/state/types.ts';
import { hexDigest } from '../../model/digest.ts';
import type { Result } from '../../model/result.ts';
import { ok } from '../../model/result.ts';
import { version } from '../version.ts';
import type { StateRead } from './state.ts';

/**
 * Nothing is kept for smaller states, since scanning all of their bytes takes no longer than
 * reading a file.
 */
const leastBytes = 4_000_000;

interface Digested {
  /** SHA-256 of the bytes, in hex. */
  readonly digest: () => string;
}

/**
 * Parses the state with the help of what an earlier run kept about the same bytes in `place`, if
 * that is given. The file holds the positions of resources and hashes of their addresses, but no
 * values. It may be deleted at any time, and where it cannot be written the next run scans the
 * bytes again.
 */
export async function readKeptState(
  { bytes: given, file, digest }: StateRead & Digested,
  place: string | undefined,
  least = leastBytes,
): Promise<Result<TerraformState>> {
  if (place === undefined || given.length < least) return parseState(given, file);
  const bytes = bytesOfState(given);
  const key = await keyOf(digest());
  const packed = await readFile(place).catch(() => undefined);
  const known = packed === undefined ? undefined : unpackRows(bytes, packed, key);
  if (known !== undefined) return ok(known);
  const state = parseState(bytes, file);
  const rows = state.ok ? packRows(state.value, key) : undefined;
  if (rows !== undefined) await keep(place, rows);
  return state;
}

/** The state with a digest of its bytes, which is computed once and only on demand. */
export function digested(state: StateRead): StateRead & Digested {
  let made: string | undefined;
  const digest = (): string => {
    made ??= hexDigest(state.bytes);
    return made;
  };
  return { ...state, digest };
}

/** Other builds of the same version may find other positions. */
async function keyOf(digest: string): Promise<string> {
  const { mtimeMs } = await stat(import.meta.filename);
  return `${digest} ${version()} ${mtimeMs}`;
}

/** Written atomically, since two runs may write at the same time. */
async function keep(place: string, rows: Uint8Array): Promise<void> {
  const draft = `${place}.${randomUUID()}`;
  try {
    await mkdir(dirname(place), { recursive: true });
    await writeFile(draft, rows, { mode: 0o600 });
    await rename(draft, place);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
