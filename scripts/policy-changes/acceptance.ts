import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Decision } from '../../src/model/decision.ts';
import { decides } from '../../src/model/parties.ts';
import { formatPath } from '../../src/model/path.ts';
import type { PolicyVerdict, Replayed } from './replay.ts';

const file = join(
  resolve(import.meta.dirname, '../..'),
  'fixtures/policies/earlier/acceptance.json',
);

/** A line of the file that the acceptance cases write with PARLEY_REPLAY, one for each log. */
interface Line {
  readonly file: string;
  readonly before: readonly Decision[];
  readonly after: readonly Decision[];
}

/** Verdicts of the acceptance cases: their number, and those that differ. */
export interface AcceptanceReplay {
  readonly verdicts: number;
  readonly changed: readonly Replayed[];
}

export function readAcceptance(): AcceptanceReplay {
  if (!existsSync(file)) return { verdicts: 0, changed: [] };
  return JSON.parse(readFileSync(file, 'utf8')) as AcceptanceReplay;
}

/** Keeps the results that a run left in `path`. */
export function keepAcceptance(path: string): void {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const all = lines.flatMap((line) => replayedIn(JSON.parse(line) as Line));
  const changed = all.filter(({ before, after }) => before.outcome !== after.outcome);
  const once = new Map(changed.map((one) => [JSON.stringify(one), one]));
  const sorted = [...once].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const kept: AcceptanceReplay = { verdicts: all.length, changed: sorted };
  writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`);
}

function replayedIn({ file: source, before, after }: Line): readonly Replayed[] {
  const then = verdictsIn(before);
  return [...verdictsIn(after)].flatMap(([about, now]) => {
    const earlier = then.get(about);
    return earlier === undefined ? [] : [{ source, about, before: earlier, after: now }];
  });
}

function verdictsIn(decisions: readonly Decision[]): ReadonlyMap<string, PolicyVerdict> {
  return new Map(
    decisions
      .filter(decides)
      .map(({ address, path, verdict: { outcome, rule } }) => [
        withoutIds(`${address} ${formatPath(path)}`.trim()),
        { outcome, rule },
      ]),
  );
}

/** Removes ids, since the emulator generates other ones in each run. */
function withoutIds(text: string): string {
  return text.replace(/\b([a-z]+)-[0-9a-f]{8,17}\b/g, '$1-...');
}
