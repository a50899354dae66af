import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ConfigFile } from '../../../config/schema.ts';
import type { Io } from '../../../ports/io.ts';
import { declaredBy } from '../../../reconcile/memory/declared-by.ts';
import type { RunInput } from '../../../reconcile/run-types.ts';
import { headOf } from '../../receipt/keep.ts';
import { policyDocument } from '../../receipt/policy-document.ts';
import type { RunOptions } from '../options.ts';
import type { PolicySource } from '../policy.ts';
import type { Remembered } from '../remembered.ts';

/** What a run stands on besides its log and what the store remembers. */
export interface RunGround {
  readonly input: RunInput;
  readonly stateBytes: Uint8Array;
  readonly policySource: PolicySource;
  readonly config: ConfigFile;
  readonly remembered: Remembered;
}

/** True for a run that writes nothing, asks nobody, and shows all that it found. */
export function isRepeatable(options: RunOptions): boolean {
  const { write, pr, verify, all, baseline, trace, only, pick, json, timeline, html } = options;
  const acts = [write, pr, all, json, timeline, html !== undefined].includes(true);
  const isPart = only !== undefined || pick !== undefined;
  return verify === 'evaluate' && !acts && !isPart && baseline === undefined && trace === undefined;
}

/**
 * A digest of all of it: two runs with the same one differ by log, store and time alone. Undefined
 * where variables are given from outside, which may be secrets, and where a rule of the policy
 * computes with the time.
 */
export async function groundDigest(
  io: Io,
  options: RunOptions,
  { input, stateBytes, policySource, config, remembered }: RunGround,
): Promise<string | undefined> {
  const code = declaredBy(input);
  const policy = policyDocument(policySource);
  if (code === undefined || computesWithTime(policy)) return undefined;
  const { within, links, unread, product } = input.loadOptions;
  const { declared, learned, answers } = remembered;
  const { dir, policy: policyFlag, adopt, state, manifests, llm } = options;
  const known = [
    ...[code, policy, config, declared, learned, answers, input.stateVersion],
    ...[within, links, unread, product, input.adopt, input.manifests, input.alternatives],
    ...[input.signatures, input.prices, input.approvals, input.operations],
    {
      root: resolve(io.cwd, dir),
      dir,
      policyFlag,
      adopt,
      state,
      manifests,
      llm,
      columns: io.columns,
      color: io.color,
    },
    await headOf(io, options.dir),
    await builtAt(),
  ];
  const hash = createHash('sha256').update(JSON.stringify(known, withCollections));
  return hash.update(stateBytes).digest('hex');
}

/** Builds of one version may decide differently: each writes all of its files anew. */
async function builtAt(): Promise<number> {
  return (await stat(import.meta.filename)).mtimeMs;
}

/** What is known of the time otherwise, verdicts say themselves. */
function computesWithTime(policy: string): boolean {
  return /context\s*(?:\.\s*now\b|\[)/.test(policy);
}

/** JSON knows neither maps nor sets. */
function withCollections(_: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value;
}
