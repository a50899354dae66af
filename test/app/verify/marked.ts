import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ids of processes with the mark in their environment. */
export function marked(mark: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(join('/proc', pid, 'environ'), 'utf8').includes(mark);
    } catch {
      // The process has ended in the meantime.
      return false;
    }
  });
}
