import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitMessage } from '../../../src/present/commit/message.ts';
import type { Blame } from '../../../src/reconcile/managed/code-history.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { demoInput, demoRecords, runOn } from '../demo.ts';
import type { FlatInput } from '../flat-input.ts';

let input: FlatInput;

beforeAll(async () => {
  input = await demoInput();
});

afterAll(removeFolders);

/** A blame in which one commit set every line. */
function setAt(time: string, asked: string[] = []): Blame {
  return async (ranges) => {
    asked.push(...ranges.keys());
    const code = { commit: '4f2a9b8c'.repeat(5), author: 'ana@example.com', time };
    return new Map(
      [...ranges].map(([file, spans]) => [
        file,
        new Map(
          spans.flatMap(({ from, to }) =>
            Array.from({ length: to - from + 1 }, (_, index) => [from + index, code] as const),
          ),
        ),
      ]),
    );
  };
}

describe('the history of the code', () => {
  it('makes earlier changes by people stale, and is reported', async () => {
    const old = await runOn(input, demoRecords(), { blame: setAt('2025-06-01T00:00:00.000Z') });
    const fresh = await runOn(input, demoRecords(), { blame: setAt('2026-03-15T00:00:00.000Z') });
    const stale = fresh.report.decisions.filter(({ verdict }) => verdict.rule === 'newer-code');
    const [first] = stale;
    const before = old.report.decisions.find(({ drift }) => drift === first?.drift);

    expect(first?.verdict.outcome).toBe('escalate');
    expect(before?.verdict.rule).not.toBe('newer-code');
    expect(first?.code).toMatchObject({ author: 'ana@example.com' });
    expect(first?.explanation.at(-1)).toMatch(
      /^The code has set it to .+ since 4f2a9b8 \(ana@example\.com, 2026-03-15\)\.$/,
    );
    const [patched] = old.patched.filter(({ decisions }) =>
      decisions.some(({ code }) => code !== undefined),
    );
    if (patched === undefined) throw new Error('nothing was patched');
    const { intent, decisions, patch } = patched;
    expect(commitMessage(intent, decisions, patch, []).body).toContain(
      '\nCode: last set in 4f2a9b8 (ana@example.com, 2025-06-01)\n',
    );
  });

  it('is asked for once, and only for files with drift', async () => {
    const asked: string[] = [];
    await runOn(input, [], { blame: setAt('2026-03-15T00:00:00.000Z', asked) });
    expect(asked).toEqual([]);
    await runOn(input, demoRecords(), { blame: setAt('2026-03-15T00:00:00.000Z', asked) });

    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThan(input.tree.size);
  });
});
