import type { JsonObject } from '../../model/json.ts';
import type { Result } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import type { WithReceipts } from '../../ports/receipt/with-receipts.ts';
import type { StoredDocument } from '../../ports/store/run-store.ts';
import { plainJson } from '../../stages/receipt/digest.ts';
import type { Draft } from '../../stages/receipt/statement.ts';

/** Who declared an intent, and where its receipt goes. */
export interface DeclaringPlace {
  readonly receipts: WithReceipts;
  readonly tenant: string;
  /** The stack, in a service. */
  readonly stack?: string;
  /** `agent:deploy-bot (client some-editor 1.2)`, `api:pipeline`, `git:maria@example.com`. */
  readonly by: string;
}

/** Makes a receipt of an intent that somebody declared in advance. */
export function keepDeclaration(
  { receipts, tenant, stack, by }: DeclaringPlace,
  { id, time, body }: StoredDocument,
): Promise<Result<unknown>> {
  const where = stack === undefined ? {} : { stack };
  const { because } = body;
  const why = typeof because === 'string' ? { because: scrubText(because) } : {};
  const declaration = { ...body, ...why };
  const draft: Draft = {
    kind: 'declaration',
    name: id,
    about: plainJson({ ...where, by, id, declaration }) as JsonObject,
    inputs: {},
    facts: {},
  };
  return receipts(tenant, (log) => log.append([draft], new Map(), time));
}
