import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../../src/entry/cli/main.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { OpenDrift } from '../../../src/model/open-drift.ts';
import { formatPath } from '../../../src/model/path.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { changed, planJson } from '../../stages/guard/plans.ts';
import { demoFlags, newFolder, newProject, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

const bucket = 'aws_s3_bucket_public_access_block.logs';
const open = changed(bucket, { block_public_acls: true }, { block_public_acls: false });
const close = changed(bucket, { block_public_acls: false }, { block_public_acls: true });

function planFile(...changes: readonly JsonObject[]): string {
  const file = join(newFolder(), 'plan.json');
  writeFileSync(file, JSON.stringify(planJson({ changes })));
  return file;
}

describe('parley guard with nothing but a plan', () => {
  it.each([
    ['nothing that matters', [], [], 0],
    ['what strengthens', [close], [], 0],
    ['severe harm', [open], [], 3],
    ['harm below the threshold', [open], ['--block-from', '5'], 2],
  ] as const)('returns the exit code for %s', async (_, changes, flags, code) => {
    const done = await parley(newFolder(), 'guard', '--plan', planFile(...changes), ...flags);
    expect(done).toMatchObject({ code });
    expect(done.err).toContain('There is no store here');
  });

  it.each([
    ['no file', 'missing.json', 'The plan cannot be read'],
    ['no plan', 'text.json', 'This is not the JSON of a Terraform plan'],
  ])('says in one sentence that there is %s', async (_, file, message) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'text.json'), '{"format_version":"1.0","values":{}}');
    const done = await parley(folder, 'guard', '--plan', file, '--no-store');
    expect(done.code).toBe(1);
    expect(done.err).toContain(`${file}: ${message}`);
    expect(done.out).toBe('');
  });

  it('says in one sentence that there is no such folder', async () => {
    const done = await parley(newFolder(), 'guard', '--plan', planFile(), '--dir', 'nowhere');
    expect(done).toMatchObject({ code: 1, out: '' });
    expect(done.err).toContain('There is no such folder');
  });

  it.each(['0', '6', 'high'])('refuses %s as a severity', async (severity) => {
    const done = await parley(newFolder(), 'guard', '--plan', 'x', '--block-from', severity);
    expect(done).toMatchObject({ code: 1, out: '' });
    expect(done.err).toContain('Give a severity from 1 to 5.');
  });

  it('reads a plan from stdin', async () => {
    const text = Buffer.from(JSON.stringify(planJson({ changes: [open] })));
    let out = '';
    const code = await main(['guard', '--plan', '-', '--no-store', '--format', 'json'], {
      out: (written) => {
        out += written;
      },
      err: () => undefined,
      env: {},
      cwd: newFolder(),
      now: () => '2026-03-15T09:00:00.000Z',
      elapsed: () => 0,
      columns: 100,
      color: false,
      input: async function* () {
        yield text.subarray(0, 40);
        yield text.subarray(40);
      },
    });
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ schema: 'parley/guard/v1', outcome: 'block' });
  });

  it('escapes names of a plan for terminals, pages and workflows', async () => {
    const evil = 'aws_s3_bucket_public_access_block.x\n::error::a|<!-- `b` \u001b[31m@everyone';
    const hostile = { ...open, address: evil };
    const formats = ['table', 'markdown', 'annotations', 'codequality', 'json'];
    for (const format of formats) {
      const file = planFile(hostile);
      const { out } = await parley(newFolder(), 'guard', '--plan', file, '--format', format);
      expect(out).not.toContain('\u001b');
      expect(out.split('\n').filter((line) => line.startsWith('::error::'))).toEqual([]);
      if (format === 'markdown') expect(out).toMatch(/`[^`]*@everyone[^`]*`/);
    }
  });
});

describe('parley guard in a project with a store', () => {
  let folder: string;
  let drifts: readonly OpenDrift[];

  beforeAll(async () => {
    folder = newProject();
    expect((await parley(folder, 'init')).code).toBe(0);
    const report = join(folder, 'report.json');
    expect((await parley(folder, 'scan', ...demoFlags, '--report', report)).code).toBe(0);
    drifts = ReportV1.parse(JSON.parse(readFileSync(report, 'utf8'))).openDrifts ?? [];
  });

  /** A planned change that puts a scalar back to its declared value. */
  function undo({ address, path, declared, live }: OpenDrift): JsonObject {
    const [name] = path;
    const side = (value: OpenDrift['live']): JsonObject =>
      value.kind === 'value' ? { [String(name)]: value.value } : {};
    return changed(address, side(live), side(declared));
  }

  const scalar = ({ path, live, declared }: OpenDrift) =>
    path.length === 1 && live.kind === 'value' && declared.kind === 'value';

  it('names who changed it, when, what was decided, and where the code says it', async () => {
    const found = drifts.filter(scalar);
    expect(found.length).toBeGreaterThanOrEqual(3);
    for (const drift of found) {
      const file = planFile(undo(drift));
      const done = await parley(folder, 'guard', '--plan', file, '--format', 'json');
      const report = JSON.parse(done.out) as JsonObject;
      expect(report).toMatchObject({ known: { store: true, openDrifts: drifts.length } });
      const { changes } = report as { readonly changes: readonly JsonObject[] };
      expect(changes[0]).toMatchObject({
        address: drift.address,
        path: formatPath(drift.path),
        putsBack: true,
        intent: { kind: 'drift', since: drift.evidence[0]?.time },
        verdict: { outcome: drift.verdicts.at(-1)?.outcome },
        place: { file: expect.stringMatching(/\.tf(vars)?$/), line: expect.any(Number) },
      });
      const code = drift.verdicts.at(-1)?.outcome === 'reject' ? [0] : [3];
      expect(code).toContain(done.code);
    }
  });

  it('annotates the line with the value', async () => {
    const [drift] = drifts.filter(scalar);
    if (drift === undefined) throw new Error('There is no drift.');
    const file = planFile(undo(drift));
    const { out } = await parley(folder, 'guard', '--plan', file, '--format', 'annotations');
    const [, name = '', line = '0'] = /file=([^,]+),line=(\d+)/.exec(out) ?? [];
    const text = readFileSync(join(folder, name), 'utf8').split('\n')[Number(line) - 1] ?? '';
    const value = drift.declared.kind === 'value' ? String(drift.declared.value) : '';
    expect(text).toContain(value);
  });

  it('says nothing about drift without the store', async () => {
    const [drift] = drifts.filter(scalar);
    if (drift === undefined) throw new Error('There is no drift.');
    const file = planFile(undo(drift));
    const { out } = await parley(folder, 'guard', '--plan', file, '--no-store', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ known: { store: false, openDrifts: 0 } });
    const same = await parley(folder, 'guard', '--plan', file, '--no-store', '--json');
    expect(same.out).toBe(out);
    expect(out).not.toContain('"intent"');
  });
});
