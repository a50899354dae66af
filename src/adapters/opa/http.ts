import type { Problem } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { ExternalPolicyPort } from '../../stages/arbitration/external/types.ts';
import { createGuardedFetch } from '../net/guarded-fetch.ts';
import { readAnswer } from './answer.ts';

export interface OpaServer {
  /** `http://localhost:8181` */
  readonly url: string;
  /** `parley/decision` */
  readonly path: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly token?: string;
}

/** Largest answer that is read, in characters. */
const largestAnswer = 4_000_000;

/** An OPA server (https://www.openpolicyagent.org/docs/latest/rest-api/#get-a-document-with-input). */
export function createOpaServer({ url, path, timeout, token }: OpaServer): ExternalPolicyPort {
  const name = `opa ${url}`;
  const call = createGuardedFetch({ allowsLoopback: true });
  return {
    name,
    ask: async (question) => {
      try {
        const response = await call(`${url.replace(/\/$/, '')}/v1/data/${path}?provenance=true`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify({ input: question }),
          signal: AbortSignal.timeout(timeout),
          redirect: 'error',
        });
        if (!response.ok) return fail(failure(`the server answered ${response.status}.`));
        const text = await response.text();
        if (text.length > largestAnswer) return fail(failure('its answer is too large.'));
        const { result, provenance } = JSON.parse(text);
        if (result === undefined) return fail(failure(`it has no document ${path}.`));
        const answer = readAnswer(result);
        if (!answer.ok) return answer;
        const digest = revisionOf(provenance);
        return ok({ name, answer: answer.value, ...(digest === undefined ? {} : { digest }) });
      } catch (error) {
        // Unreachable, timed out, or not JSON: it makes no difference to the decision.
        const why = error instanceof Error ? error.message : String(error);
        return fail(failure(`${displayText(why, 120)}.`));
      }
    },
  };
}

/** Revisions of the bundles that the server has loaded, sorted by bundle. */
function revisionOf(provenance: unknown): string | undefined {
  const bundles = (provenance as { bundles?: Record<string, { revision?: unknown }> })?.bundles;
  if (typeof bundles !== 'object' || bundles === null) return undefined;
  const revisions = Object.keys(bundles)
    .sort()
    .map((bundle) => `${bundle}@${String(bundles[bundle]?.revision ?? 'unknown')}`);
  return revisions.length === 0 ? undefined : revisions.join(', ');
}

function failure(message: string): Problem {
  return {
    code: 'external-policy-unreachable',
    message,
    hint: 'Start the OPA server that parley.yaml names, or remove `opa` from it.',
  };
}
