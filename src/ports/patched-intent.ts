import type { Decision } from '../model/decision.ts';
import type { Intent } from '../model/intent.ts';
import type { Patch } from '../model/patch.ts';

/** One file before and after a patch. */
export interface PatchedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

export interface PatchedIntent {
  readonly intent: Intent;
  readonly decisions: readonly Decision[];
  readonly patch: Patch;
  readonly files: readonly PatchedFile[];
  /** Addresses that instances move to, and which are therefore not imported. */
  readonly moved: readonly string[];
}
