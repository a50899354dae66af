import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { read } from '../read.ts';
import { record } from './records.ts';

const trail = 'logs/AWSLogs/111122223333/CloudTrail';
const day = 'eu-central-1/2026/03/01';

function file(...ids: readonly string[]): Uint8Array {
  return gzipSync(JSON.stringify({ Records: ids.map((eventID) => record({ eventID })) }));
}

describe('folders', () => {
  it('are read in the S3 layout, without digests, insights and other services', async () => {
    const result = await read(
      {
        [`${trail}/${day}/111122223333_CloudTrail_eu-central-1_20260301T1005Z_b.json.gz`]:
          file('e-2'),
        [`${trail}/${day}/111122223333_CloudTrail_eu-central-1_20260301T1000Z_a.json.gz`]:
          file('e-1'),
        [`${trail}-Digest/${day}/111122223333_CloudTrail-Digest_x.json.gz`]: gzipSync('{}'),
        [`${trail}-Insight/${day}/111122223333_CloudTrail-Insight_x.json.gz`]: file('e-8'),
        'logs/AWSLogs/111122223333/Config/x.json.gz': gzipSync('{"configurationItems":[]}'),
        'logs/AWSLogs/o-a1/111122223333/vpcflowlogs/x.log.gz': gzipSync('2 1 eni-0'),
        [`logs/AWSLogs/o-a1/444455556666/CloudTrail/${day}/x.json.gz`]: file('e-3'),
      },
      { paths: ['logs'] },
    );

    expect(result.events.map(({ id }) => id)).toEqual(['e-1', 'e-2', 'e-3']);
    expect(result.problems).toEqual([]);
    expect(result.counts).toMatchObject({
      files: 3,
      skippedFiles: { digest: 1, insight: 1, other: 2 },
    });
  });

  it('may contain files of other kinds, silently if the name does not suggest a log', async () => {
    const result = await read(
      {
        'logs/a.json': JSON.stringify(record()),
        'logs/README.md': '# Logs',
        'logs/picture.png': Uint8Array.from([0x89, 0x50, 0, 0]),
        'logs/no-extension': file('e-2'),
        'logs/notes.txt': '{"x":1}',
        'logs/terraform.tfstate.json': '{"serial":1,"lineage":"x"}',
        'logs/empty.json': '',
      },
      { paths: ['logs'] },
    );

    expect(result.events).toHaveLength(2);
    expect(result.fatal).toEqual([]);
    expect(result.problems.map(({ code, place }) => [code, place?.file])).toEqual([
      ['empty-file', 'logs/empty.json'],
      ['not-audit', 'logs/terraform.tfstate.json'],
    ]);
    expect(result.counts).toMatchObject({ files: 2, skippedFiles: { other: 3 } });
  });

  it('stop the run when a log in them is damaged', async () => {
    const result = await read(
      { 'logs/a.json.gz': file('e-1'), 'logs/b.json.gz': file('e-2').subarray(0, 60) },
      { paths: ['logs'] },
    );

    expect(result.fatal).toMatchObject([
      { code: 'truncated-gzip', place: { file: 'logs/b.json.gz' } },
    ]);
  });

  it.each<[string, Readonly<Record<string, string | Uint8Array>>]>([
    ['only other files', { 'logs/README.md': '# Logs' }],
    ['only a state', { 'logs/a.json': '{"serial":1,"lineage":"x"}' }],
    ['only digests', { [`${trail}-Digest/${day}/a.json.gz`]: gzipSync('{}') }],
  ])('with %s are an error', async (_, contents) => {
    const result = await read(contents, { paths: ['logs'] });

    expect(result.fatal).toMatchObject([{ code: 'nothing-readable', place: { file: 'logs' } }]);
  });
});
