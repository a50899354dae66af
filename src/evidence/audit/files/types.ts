import type { Result } from '../../../model/result.ts';

export type EntryKind = 'file' | 'folder';

export interface ArchiveEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** Source of log files: a disk, or a map in a test. Paths have forward slashes. */
export interface FileSource {
  kindOf(path: string): Promise<Result<EntryKind>>;
  /** Files and folders directly inside, in any order. */
  list(folder: string): Promise<Result<readonly ArchiveEntry[]>>;
  /**
   * The bytes of a file. The iteration throws the error of the system, which has a `code`, since it
   * may come after good bytes.
   */
  open(path: string): AsyncIterable<Uint8Array>;
}
