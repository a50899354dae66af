import {
  CommittedDeclaration,
  intentDeclaration,
  type WrittenDeclaration,
} from '../../config/declarations.ts';
import { compareInstants } from '../../model/instant.ts';
import type { JsonObject } from '../../model/json.ts';
import { formatPath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { compareText, displayText } from '../../model/text.ts';
import { secondText } from '../../model/time-text.ts';
import type { Store, StoredDocument } from '../../ports/store/run-store.ts';
import { declaredId, declaredIntents } from '../../stages/arbitration/declare/declared-intents.ts';
import { accepts, fieldRegion } from '../../stages/arbitration/region/region.ts';

/** What a declared intent means for a drift that exists already. */
export interface ConcernedDrift {
  readonly drift: string;
  readonly address: string;
  /** The field as people write it; empty for the entire resource. */
  readonly field: string;
  /** Whether the live value is the declared one; undefined where it may not or cannot be read. */
  readonly kept?: boolean;
}

/** An intent that was declared, or, in a trial, would be. */
export interface DeclaredNow {
  /** `i-` and 12 hex digits, the same in every run. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly declaredAt: string;
  readonly declaration: CommittedDeclaration;
  /** Drifts of the latest run that it covers, by address and field. */
  readonly concerns: readonly ConcernedDrift[];
}

export interface DeclareDeps {
  readonly store: Pick<Store, 'declareIntent' | 'declaredIntents'>;
  /** The latest run of the stack; undefined where there is none. */
  readonly report: Report | undefined;
  /** ISO 8601 UTC. */
  readonly now: string;
  /** Nothing is stored. */
  readonly isTrial: boolean;
  /**
   * Id of the declaration that must still be in force for this principal and field; `none` means
   * that there must be none.
   */
  readonly expect?: string | undefined;
  /** Signs the declaration before it is kept. */
  readonly sign: (declared: StoredDocument) => Promise<Result<unknown>>;
}

/**
 * Keeps a declaration of what somebody wants of a field before they act, and returns the drifts
 * that it covers. It takes effect with the next run; the same declaration with the same times again
 * changes nothing. A declaration that cannot be signed is refused.
 */
export async function declareIntent(
  { store, report, now, isTrial, sign, expect }: DeclareDeps,
  entry: WrittenDeclaration,
): Promise<Result<DeclaredNow>> {
  const document = documentOf(entry, now);
  if (expect !== undefined) {
    const counts = countingFor(entry, await store.declaredIntents(), now);
    const isExpected = [expect, document.id].includes(counts?.id ?? 'none');
    if (!isExpected) return fail(intentConflict(entry, counts, expect));
  }
  if (!isTrial) {
    const signed = await sign(document);
    if (!signed.ok) return signed;
    await store.declareIntent(document);
  }
  const declaration = CommittedDeclaration.parse(document.body);
  return ok({
    id: document.id,
    declaredAt: document.time,
    declaration,
    concerns: report === undefined ? [] : concernedDrifts(declaration, report),
  });
}

/** The latest declaration by the same principal for the same field that has not ended. */
function countingFor(
  { by, at, field }: WrittenDeclaration,
  documents: readonly StoredDocument[],
  now: string,
): StoredDocument | undefined {
  return documents
    .filter(({ body }) => {
      const { data } = CommittedDeclaration.safeParse(body);
      if (data === undefined || data.by !== by || data.at !== at || data.field !== field) {
        return false;
      }
      return data.until === undefined || compareInstants(data.until, now) > 0;
    })
    .toSorted((a, b) => compareInstants(a.time, b.time) || compareText(a.id, b.id))
    .at(-1);
}

function intentConflict(
  { by, at, field = '' }: WrittenDeclaration,
  counts: StoredDocument | undefined,
  expect: string,
): Problem {
  const place = displayText(`${at} ${field}`.trim(), 200);
  const who = displayText(by, 120);
  const now =
    counts === undefined
      ? `${who} has declared nothing for ${place}`
      : `${who} declared ${counts.id} for ${place} at ${secondText(counts.time)}`;
  const expected =
    expect === 'none' ? 'no declaration was expected' : `${displayText(expect, 60)} was expected`;
  return {
    code: 'intent-conflict',
    message: `${now}, but ${expected}.`,
    hint: 'Look at what is declared now, and base the new declaration on it.',
  };
}

function concernedDrifts(
  declaration: CommittedDeclaration,
  { drifts }: Report,
): readonly ConcernedDrift[] {
  const [intent] = declaredIntents([intentDeclaration(declaration, 'claimed')], drifts);
  return drifts
    .flatMap((drift): readonly ConcernedDrift[] => {
      const want = intent?.wants.find((one) => one.drift === drift.id)?.want;
      if (want === undefined) return [];
      const { id, address, path, live } = drift;
      const region = fieldRegion(want);
      const field = formatPath(path);
      if (region === undefined || (live.kind !== 'value' && live.kind !== 'absent')) {
        return [{ drift: id, address, field }];
      }
      const kept = accepts(region, live.kind === 'value' ? live.value : undefined);
      return [{ drift: id, address, field, kept }];
    })
    .sort((a, b) => compareText(a.address, b.address) || compareText(a.field, b.field));
}

/**
 * The document that the store keeps for a declaration. It takes effect at `now` unless it names a
 * start.
 */
function documentOf(entry: WrittenDeclaration, now: string): StoredDocument {
  const dated = { ...entry, from: entry.from ?? now };
  const id = declaredId(intentDeclaration(dated, 'claimed'));
  // The round trip through JSON text drops members that are undefined.
  const body: JsonObject = JSON.parse(JSON.stringify(dated));
  return { id, time: now, body };
}
