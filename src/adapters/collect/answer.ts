import { isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { CallFailure } from './failure.ts';
import { sliceObjects } from './slices.ts';
import { latest } from './time.ts';
import type { SourceRecord } from './types.ts';
import type { WindowPage } from './window/read.ts';

/** Layout of a cloud's answer to a query for records. */
export interface ResponseForm {
  /** Member that contains the records. */
  readonly container: string;
  /** Member with which most records begin. */
  readonly opening: string;
  /** Member that links to the next page. */
  readonly link: string;
  /** Returns undefined for a record that is not worth keeping. */
  readonly record: (value: Json, text: string) => SourceRecord | undefined;
  readonly ingestedAt: (value: Json) => string | undefined;
}

/** A page of records, each as the text that the cloud sent. */
export function answerPage(text: string, form: ResponseForm): Result<WindowPage, CallFailure> {
  const page = parsedJson(text);
  if (!isJsonObject(page)) {
    const message = 'The answer is not a JSON object.';
    return fail({ kind: 'transient', code: 'bad-answer', message });
  }
  const token = page[form.link];
  const found = isJsonArray(page[form.container])
    ? sliceObjects(text, form.container, form.opening).found
    : [];
  const newest = latest(found.map(({ value }) => form.ingestedAt(value)));
  return ok({
    records: found.flatMap((slice) => form.record(slice.value, slice.text) ?? []),
    read: found.length,
    ...(newest === undefined ? {} : { newest }),
    ...(typeof token === 'string' && token !== '' ? { token } : {}),
  });
}
