import { readFile } from 'node:fs/promises';
import { hexDigest } from '../../model/digest.ts';
import type { Problem } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { ExternalPolicyPort } from '../../stages/arbitration/external/types.ts';
import { readAnswer } from './answer.ts';

export interface OpaModule {
  /** `policy.wasm`, built with `opa build -t wasm -e parley/decision`. */
  readonly file: string;
  readonly path: string;
}

/**
 * A compiled policy that runs in this process (https://www.openpolicyagent.org/docs/latest/wasm/).
 */
export function createOpaModule({ file, path }: OpaModule): ExternalPolicyPort {
  const name = 'opa wasm';
  return {
    name,
    ask: async (question) => {
      try {
        const bytes = await readFile(file);
        const { loadPolicy } = await import('@open-policy-agent/opa-wasm');
        const policy = await loadPolicy(bytes);
        const [first] = policy.evaluate(question, path) as { readonly result?: unknown }[];
        const answer = readAnswer(first?.result);
        if (!answer.ok) return answer;
        const digest = `sha256:${hexDigest(bytes)}`;
        return ok({ name, digest, answer: answer.value });
      } catch (error) {
        // A module that traps or lacks the entry point throws; the decision then becomes a
        // question.
        const why = error instanceof Error ? error.message : String(error);
        return fail(failure(`${displayText(why, 160)}.`));
      }
    },
  };
}

function failure(message: string): Problem {
  return {
    code: 'external-policy-module',
    message,
    hint: 'Build it with `opa build -t wasm -e parley/decision` and unpack policy.wasm.',
  };
}
