import { createHash, scrypt } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ConfigFile } from '../../../config/schema.ts';
import type { Io } from '../../../ports/io.ts';
import { projectDigest, variablesFromOutside } from '../../../reconcile/memory/declared-by.ts';
import type { RunInput } from '../../../reconcile/run-input.ts';
import { logHead } from '../../receipt/keep.ts';
import { policyDocument } from '../../receipt/policy-document.ts';
import type { RunOptions } from '../options.ts';
import type { PolicySource } from '../policy.ts';

/** What a run depends on, in addition to its log and its store. */
export interface RunGround {
  readonly input: RunInput;
  /** SHA-256 of the bytes of the state. */
  readonly stateDigest: () => string;
  readonly policySource: PolicySource;
  readonly config: ConfigFile;
}

/** True for a run that writes nothing, asks nobody, and shows everything it found. */
export function isRepeatable({
  proof: { verify, all, baseline },
  scope: { only, pick },
  delivery: { write, pr },
  output: { trace, html },
}: RunOptions): boolean {
  const acts = [write, pr, all, html !== undefined].includes(true);
  const isPart = only !== undefined || pick !== undefined;
  return verify === 'evaluate' && !acts && !isPart && baseline === undefined && trace === undefined;
}

/**
 * A digest of these inputs: two runs with the same digest can differ only by log, store and time.
 * Undefined where a rule of the policy computes with the time.
 */
export async function groundDigest(
  io: Io,
  options: RunOptions,
  { input, stateDigest, policySource, config }: RunGround,
): Promise<string | undefined> {
  const code = projectDigest(input);
  const policy = policyDocument(policySource);
  if (computesWithTime(policy)) return undefined;
  const { within, links, unread, product } = input.code.loadOptions;
  const { dir, state, manifests } = options.project;
  const { policy: policyFlag, adopt, llm } = options.judging;
  const { json, timeline } = options.output;
  const known = [
    ...[
      code,
      policy,
      config,
      input.stateVersion,
      input.providers.prices,
      input.patching.alternatives,
    ],
    ...[within, links, unread, product],
    {
      root: resolve(io.cwd, dir),
      dir,
      policyFlag,
      adopt,
      state,
      manifests,
      llm,
      json,
      timeline,
      columns: io.columns,
      color: io.color,
    },
    await logHead(io, dir),
    await builtAt(),
  ];
  const hash = createHash('sha256').update(JSON.stringify(known, withCollections));
  const digest = hash.update(stateDigest()).digest('hex');
  const given = variablesFromOutside(input);
  return given.length === 0 ? digest : slowDigest(JSON.stringify(given), digest);
}

/** The values may be short secrets, so a slow hash makes guessing them expensive. */
async function slowDigest(secret: string, salt: string): Promise<string> {
  const derive = promisify<string, string, number, Buffer>(scrypt);
  return (await derive(secret, salt, 32)).toString('hex');
}

/**
 * Builds of the same version may decide differently. Each build writes all of its files, so their
 * time tells builds apart.
 */
async function builtAt(): Promise<number> {
  return (await stat(import.meta.filename)).mtimeMs;
}

/**
 * True where the policy reads the current time. Other dependencies on time are part of the
 * verdicts.
 */
function computesWithTime(policy: string): boolean {
  return /context\s*(?:\.\s*now\b|\[)/.test(policy);
}

/** JSON has neither maps nor sets. */
function withCollections(_: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value;
}
