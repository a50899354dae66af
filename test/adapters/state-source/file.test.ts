import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { now, readProblem, readSnapshot, stateJson } from './ports.ts';

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-state-'));
  writeFileSync(join(base, 'a.tfstate'), stateJson);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('a state in a file', () => {
  it('is read relative to the project folder', async () => {
    const snapshot = await readSnapshot({ kind: 'file', path: 'a.tfstate' }, { base });

    expect(snapshot).toEqual({ text: stateJson, from: 'a.tfstate', readAt: now });
  });

  it('may be missing', async () => {
    expect(await readProblem({ kind: 'file', path: 'b' }, { base })).toMatchObject({
      code: 'state-missing',
      place: { file: 'b' },
    });
  });
});
