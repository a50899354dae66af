import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { fieldTextAt, objectAt } from '../core/fields.ts';

export interface RequestOutcome {
  readonly outcome: 'success' | 'failure' | 'dry-run';
  readonly errorCode?: string;
}

/** The outcome of a request; undefined if the record does not show it. */
export function kubernetesOutcomeOf(
  record: JsonObject,
  dryRun: boolean,
): RequestOutcome | undefined {
  if (fieldTextAt(record, 'stage') === 'Panic') return { outcome: 'failure', errorCode: 'Panic' };
  const status = objectAt(record, 'responseStatus');
  const code = own(status, 'code');
  const statusText = fieldTextAt(status, 'status');
  const failed = statusText === 'Failure' || (typeof code === 'number' && code >= 400);
  if (failed) {
    const reason =
      fieldTextAt(status, 'reason') ?? (typeof code === 'number' ? `${code}` : undefined);
    return { outcome: 'failure', ...(reason === undefined ? {} : { errorCode: reason }) };
  }
  const succeeded = typeof code === 'number' ? code >= 200 && code < 300 : statusText === 'Success';
  if (!succeeded) return undefined;
  return { outcome: dryRun ? 'dry-run' : 'success' };
}

/** A deletion may also ask for a dry run in its body. */
export function isTrialBody(body: Json | undefined, verb: string): boolean {
  if (!verb.startsWith('delete') || !isJsonObject(body)) return false;
  const dryRun = own(body, 'dryRun');
  return isJsonArray(dryRun) && dryRun.length > 0;
}
