import type { CodeCommit, Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import { type AttributePath, pathKey } from '../../model/path.ts';
import { compareText, displayText } from '../../model/text.ts';
import { explainValue } from '../../stages/arbitration/explain/text.ts';
import { type WrittenLiteral, writtenAt } from '../../stages/patch/terraform/chain/written.ts';
import type { Project } from '../../stages/patch/terraform/types.ts';

export interface LineRange {
  /** 1-based, both included. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns, by file, the commits from which lines in some ranges come. Lines that were never
 * committed and files without history are left out, which is not an error.
 */
export type Blame = (
  ranges: ReadonlyMap<string, readonly LineRange[]>,
) => Promise<ReadonlyMap<string, ReadonlyMap<number, CodeCommit>>>;

/** Caches the answers of a blame function. */
export function rememberedBlame(blame: Blame): Blame {
  const answers = new Map<string, ReturnType<Blame>>();
  return (ranges) => {
    const key = JSON.stringify([...ranges]);
    const answer = answers.get(key) ?? blame(ranges);
    answers.set(key, answer);
    return answer;
  };
}

/** The commits that set fields, by place. */
export interface CodeHistory {
  commitOf(address: string, path: AttributePath): CodeCommit | undefined;
  /** When the code last set the value; undefined if there is no commit in the known history. */
  since(address: string, path: AttributePath): string | undefined;
}

/** Limit on files, since each takes a process. Those with the most drifted fields come first. */
const maxFiles = 20;

/** Looks up only the commits of fields that drifted. */
export async function codeHistory(
  blame: Blame | undefined,
  project: Project,
  drifts: readonly Pick<Drift, 'address' | 'path' | 'declaredFrom'>[],
): Promise<CodeHistory> {
  const places = new Map<string, WrittenLiteral>();
  for (const { address, path, declaredFrom } of blame === undefined ? [] : drifts) {
    const place = declaredFrom === 'code' ? writtenAt(project, address, path) : undefined;
    if (place !== undefined) places.set(placeKey(address, path), place);
  }
  const ranges = rangesOf([...places.values()]);
  const found = blame === undefined || ranges.size === 0 ? undefined : await blame(ranges);
  const commitOf = (address: string, path: AttributePath): CodeCommit | undefined => {
    // Outside of version control, none of thousands of places has a result.
    if (found === undefined || found.size === 0) return undefined;
    const place = places.get(placeKey(address, path))?.value;
    const lines = place && found.get(place.file);
    if (place === undefined || lines === undefined) return undefined;
    const commits: CodeCommit[] = [];
    for (let line = place.from; line <= place.to; line += 1) {
      const commit = lines.get(line);
      // A single uncommitted line makes the entire value newer than any commit.
      if (commit === undefined) return undefined;
      commits.push(commit);
    }
    return commits.reduce((newest, one) => (one.time > newest.time ? one : newest));
  };
  return {
    commitOf,
    since: (address, path) => {
      const commit = commitOf(address, path);
      return commit?.first === true ? undefined : commit?.time;
    },
  };
}

/**
 * By file. The ranges include the text around values, since moves are only detected for larger
 * pieces.
 */
function rangesOf(places: readonly WrittenLiteral[]): ReadonlyMap<string, readonly LineRange[]> {
  const byFile = new Map<string, Map<number, LineRange>>();
  for (const { around } of places) {
    const { file, from, to } = around;
    const ranges = byFile.get(file) ?? new Map<number, LineRange>();
    byFile.set(file, ranges.set(from, { from, to: Math.max(to, ranges.get(from)?.to ?? to) }));
  }
  const files = [...byFile].sort(
    ([a, many], [b, few]) => few.size - many.size || compareText(a, b),
  );
  return new Map(
    files
      .slice(0, maxFiles)
      .map(([file, ranges]) => [file, [...ranges.values()].sort((a, b) => a.from - b.from)]),
  );
}

/** The decisions with the commit that set each declared value. */
export function withCommits(
  decisions: readonly Decision[],
  drifts: readonly Drift[],
  history: CodeHistory,
): readonly Decision[] {
  const byId = new Map(drifts.map((drift) => [drift.id, drift]));
  return decisions.map((decision) => {
    const code = history.commitOf(decision.address, decision.path);
    if (code === undefined) return decision;
    const line = commitText(code, byId.get(decision.drift));
    return { ...decision, code, explanation: [...decision.explanation, line] };
  });
}

/** `The code has set it to 3 since 4f2a9b8 (ana@example.com, 2026-03-10).` */
function commitText(code: CodeCommit, drift: Drift | undefined): string {
  const { declared } = drift ?? {};
  const sets = declared?.kind === 'value' ? `set it to ${explainValue(declared.value)}` : 'set it';
  const begin = code.first === true ? ', the first commit in its history' : '';
  return `The code has ${sets} since ${commitName(code)}${begin}.`;
}

/** `4f2a9b8 (ana@example.com, 2026-03-10)`. */
export function commitName({ commit, author, time }: CodeCommit): string {
  return `${commit.slice(0, 7)} (${displayText(author, 80)}, ${time.slice(0, 10)})`;
}

function placeKey(address: string, path: AttributePath): string {
  return `${address} ${pathKey(path)}`;
}
