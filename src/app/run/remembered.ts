import { resolve } from 'node:path';
import { hasStore, storeLocation } from '../../adapters/store/location.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { Report } from '../../model/report.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { Memory } from '../../ports/store/memory.ts';
import type { ReusableRun } from '../../ports/store/reusable-run.ts';
import type { Store } from '../../ports/store/run-store.ts';
import type { SeenDifference } from '../../ports/store/seen-difference.ts';
import { countFeedback } from '../../reconcile/learning/counts.ts';
import { Feedback } from '../../reconcile/learning/feedback.ts';
import type { PeopleInput } from '../../reconcile/run-input.ts';
import { openProjectStore } from '../history/open-store.ts';
import {
  allDeclarations,
  committedDeclarations,
  type DeclaredFiles,
  storedDeclarations,
} from './declarations.ts';

/** What a run starts from in addition to its inputs. */
export interface Remembered {
  /** Declarations from the settings, then those from the store if there is one; each once. */
  readonly declared: readonly DeclaredFiles[];
  /** Present where there are reviews. */
  readonly learned?: NonNullable<Report['learned']>;
  /** Differences without an event; undefined where there is no store. */
  readonly seen?: readonly SeenDifference[];
  /** Open drift from earlier runs; undefined where there is no store. */
  readonly memory?: Memory;
  /** Set instead of `memory`: the run may repeat this result, and then needs no memory. */
  readonly standing?: ReusableRun;
  /** People's answers about intents of earlier runs. */
  readonly answers?: NonNullable<PeopleInput['answers']>;
  /** The state of the store when all of this was read (`ReusableRuns.basis`). */
  readonly basis?: string;
}

/** Reads the store once, where there is one. */
export async function readRemembered(
  io: Io,
  dir: string,
  config: ConfigFile,
  isRepeatable: boolean,
): Promise<Result<Remembered>> {
  const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  if (!(await hasStore(location))) return ok({ declared: committedDeclarations(config) });
  const store = await openProjectStore(io, dir);
  if (!store.ok) return store;
  try {
    const runs = isRepeatable ? store.value.standing : undefined;
    const standing = await runs?.find();
    const known = {
      ...(await knownIn(store.value, config, io.now())),
      ...(runs && { basis: await runs.basis() }),
    };
    return ok(
      standing === undefined
        ? { ...known, memory: await store.value.memory() }
        : { ...known, standing },
    );
  } catch (error) {
    return { ok: false, error: notRead(error) };
  } finally {
    await store.value.close();
  }
}

/**
 * Open drift from earlier runs, for a run that cannot repeat the last one, and the current state of
 * the store.
 */
export async function recall(
  io: Io,
  dir: string,
): Promise<Result<{ readonly memory: Memory; readonly basis: string | undefined }>> {
  const store = await openProjectStore(io, dir);
  if (!store.ok) return store;
  try {
    const memory = await store.value.memory();
    return ok({ memory, basis: await store.value.standing?.basis() });
  } catch (error) {
    return { ok: false, error: notRead(error) };
  } finally {
    await store.value.close();
  }
}

export async function rememberedIn(
  store: Store,
  config: ConfigFile,
  now: string,
): Promise<Remembered> {
  return { ...(await knownIn(store, config, now)), memory: await store.memory() };
}

async function knownIn(
  store: Store,
  config: ConfigFile,
  now: string,
): Promise<Omit<Remembered, 'memory'>> {
  const declared = allDeclarations(committedDeclarations(config), await storedDeclarations(store));
  const log = await readFeedback(store);
  const { digest, entries } = countFeedback(log, { cutoff: now });
  const seen = await store.unexplained();
  const answers = await store.answers();
  return {
    declared,
    seen,
    answers,
    ...(entries === 0 ? {} : { learned: { digest, entries } }),
  };
}

/** The log of reviews. Invalid documents are ignored. */
export async function readFeedback(store: Pick<Store, 'feedback'>): Promise<readonly Feedback[]> {
  const documents = await store.feedback();
  return documents.flatMap(({ body }) => Feedback.safeParse(body).data ?? []);
}

function notRead(error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  return {
    code: 'store-not-read',
    message: `What was declared and reviewed before cannot be read from the store: ${why}.`,
    hint: 'Check that the disk is readable and that the server of PARLEY_STORE runs.',
  };
}
