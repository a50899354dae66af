import { skimmed, surelyReads } from '../../../evidence/audit/cloudtrail/skim.ts';
import { openText } from '../../../evidence/audit/files/text.ts';
import type { Problem } from '../../../model/result.ts';
import { systemCode } from '../../../model/system-error.ts';
import { Slices } from '../slices.ts';
import type { SourceRecord } from '../types.ts';
import { trailRecord } from './record.ts';

/** Records that are stored together: a file of fifty megabytes has half a million. */
const recordsAtOnce = 1000;

export type TrailPart =
  | {
      readonly kind: 'records';
      readonly records: readonly SourceRecord[];
      readonly read: number;
    }
  | { readonly kind: 'note'; readonly problem: Problem };

/**
 * Yields the content of a trail file, some records at a time. `where` names the file in messages.
 */
export async function* readTrailFile(
  bytes: Uint8Array,
  modified: string,
  where: string,
): AsyncGenerator<TrailPart> {
  const slices = new Slices({
    container: 'Records',
    opening: 'eventVersion',
    watched: skimmed,
    isIgnored: surelyReads,
  });
  let records: SourceRecord[] = [];
  let read = 0;
  let flaws = 0;
  try {
    const text = await openText(oneChunk(bytes));
    if (text.content.kind !== 'json') {
      await text.close();
      yield unreadable(where, 'it is not JSON');
      return;
    }
    for await (const chunk of text.chunks) {
      slices.write(chunk);
      const taken = slices.take();
      flaws += taken.flaws;
      read += taken.found.length + taken.ignored;
      records.push(
        ...taken.found.flatMap(({ value, text }) => trailRecord(value, text, modified) ?? []),
      );
      if (records.length < recordsAtOnce) continue;
      yield { kind: 'records', records, read };
      records = [];
      read = 0;
    }
    slices.end();
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    yield { kind: 'records', records, read };
    yield unreadable(where, `it is damaged, ${code}`);
    return;
  }
  const rest = slices.take();
  records.push(
    ...rest.found.flatMap(({ value, text }) => trailRecord(value, text, modified) ?? []),
  );
  yield { kind: 'records', records, read: read + rest.found.length + rest.ignored };
  if (flaws + rest.flaws > 0)
    yield unreadable(where, `${flaws + rest.flaws} of its records are damaged`);
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function unreadable(file: string, why: string): TrailPart {
  const problem = {
    code: 'collect-unreadable',
    message: `The file cannot be read: ${why}.`,
    place: { file },
    hint: 'It is skipped; fetch it and read it with --events once it is complete.',
  };
  return { kind: 'note', problem };
}
