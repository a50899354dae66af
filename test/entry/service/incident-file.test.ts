import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigFile } from '../../../src/config/schema.ts';
import { incidentFile } from '../../../src/entry/service/incident-file.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-incidents-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const file = () => join(root, 'incidents.yaml');
const call = { id: 'INC-1', status: 'open' } as const;

function keeper() {
  const settings = ConfigFile.parse({ incidents_file: 'incidents.yaml' });
  const made = incidentFile({ root, settings }, () => '2026-03-14T04:00:00.000Z');
  if (made === undefined) throw new Error('There is no keeper.');
  return made;
}

describe('the file of incidents', () => {
  it('is created if there is none', async () => {
    expect(await keeper().check()).toEqual({ ok: true, value: undefined });
    await keeper().keep(call);
    expect(readFileSync(file(), 'utf8')).toContain('INC-1');
  });

  it('stays unchanged if it cannot be parsed', async () => {
    writeFileSync(file(), 'incidents: {{\n');
    expect(await keeper().check()).toMatchObject({ ok: false });
    await expect(keeper().keep(call)).rejects.toThrow();
    expect(readFileSync(file(), 'utf8')).toBe('incidents: {{\n');
  });

  it('is not taken for an empty one if it cannot be read', async () => {
    mkdirSync(file());
    expect(await keeper().check()).toMatchObject({
      ok: false,
      error: { code: 'incidents-unreadable' },
    });
    await expect(keeper().keep(call)).rejects.toThrow('cannot be read');
  });
});
