import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAcceptance } from '../../../scripts/policy-changes/acceptance.ts';
import { renderChanges } from '../../../scripts/policy-changes/render.ts';
import { replayAll } from '../../../scripts/policy-changes/replay.ts';

describe('docs/policy-changes.md', () => {
  it('lists what the default policy changed; else run npx tsx scripts/policy-changes.ts', async () => {
    const page = resolve(import.meta.dirname, '../../../docs/policy-changes.md');
    const replayed = await replayAll();

    expect(replayed.length).toBeGreaterThan(100);
    expect(renderChanges(replayed, readAcceptance())).toBe(readFileSync(page, 'utf8'));
  });

  it('has no page on which a verdict changed without a written reason', () => {
    const one = { source: 'demo', about: 'a.b', before: { outcome: 'accept', rule: 'x' } };

    expect(() => renderChanges([{ ...one, after: { outcome: 'reject', rule: 'y' } }])).toThrow('y');
    expect(renderChanges([{ ...one, after: { outcome: 'accept', rule: 'y' } }])).toContain(
      'Of 1 verdicts of the demo 0 differ',
    );
  });
});
