import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withIncidentFile } from '../../src/config/incidents.ts';
import { ConfigFile } from '../../src/config/schema.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-incidents-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const own = { id: 'INC-1', from: '2026-03-14T02:00:00Z' };
const settings = ConfigFile.parse({ incidents: [own], incidents_file: 'incidents.json' });

describe('a file with incidents', () => {
  it.each([
    ['JSON', '[{"id":"INC-2","from":"2026-03-15T02:00:00Z"}]'],
    ['YAML', '- id: INC-2\n  from: 2026-03-15T02:00:00Z\n'],
  ])('in %s adds to those in the settings', async (_, text) => {
    writeFileSync(join(root, 'incidents.json'), text);
    const config = await withIncidentFile(root, settings);

    expect(config.ok && config.value.incidents.map(({ id }) => id)).toEqual(['INC-1', 'INC-2']);
  });

  it('may be empty, and need not be named', async () => {
    writeFileSync(join(root, 'incidents.json'), '[]');

    expect(await withIncidentFile(root, settings)).toMatchObject({
      ok: true,
      value: { incidents: [own] },
    });
    expect(await withIncidentFile(root, ConfigFile.parse({}))).toMatchObject({ ok: true });
  });

  it('is an error if it is missing or invalid', async () => {
    const missing = await withIncidentFile(root, settings);
    writeFileSync(join(root, 'incidents.json'), '- id: INC-2\n  from: yesterday\n');
    const wrong = await withIncidentFile(root, settings);

    expect(missing).toMatchObject({ ok: false, error: { code: 'no-incidents' } });
    expect(wrong).toMatchObject({
      ok: false,
      error: { place: { file: 'incidents.json', line: 2, column: 9 } },
    });
  });
});
