import { compareKeys } from '../../../model/text.ts';
import type { AuditCounts, DropReason } from './types.ts';

/** Counts while records are read. */
export class Tally {
  #files = 0;
  #read = 0;
  #kept = 0;
  readonly #dropped = new Map<DropReason, number>();
  readonly #skippedFiles = new Map<string, number>();

  file(): void {
    this.#files++;
  }

  skipFile(kind: string): void {
    increase(this.#skippedFiles, kind);
  }

  keep(): void {
    this.#read++;
    this.#kept++;
  }

  drop(reason: DropReason, count = 1): void {
    if (count <= 0) return;
    this.#read += count;
    increase(this.#dropped, reason, count);
  }

  /** Moves a record that was kept to those that are dropped, for `reason`. */
  takeBack(reason: DropReason): void {
    this.#kept--;
    increase(this.#dropped, reason);
  }

  counts(): AuditCounts {
    return {
      files: this.#files,
      skippedFiles: sorted(this.#skippedFiles),
      read: this.#read,
      kept: this.#kept,
      dropped: sorted(this.#dropped),
    };
  }
}

function increase<K>(counts: Map<K, number>, key: K, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function sorted<K extends string>(counts: ReadonlyMap<K, number>): Record<K, number> {
  const entries = [...counts].sort(compareKeys);
  // Not all keys are present, which readers have to expect of any record of counts.
  return Object.fromEntries(entries) as Record<K, number>;
}
