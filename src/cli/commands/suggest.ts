import { resolve } from 'node:path';
import type { Policy } from '../../arbitration/types.ts';
import { ok, type Result } from '../../model/result.ts';
import { countFeedback } from '../../pipeline/learning/counts.ts';
import { type Suggestion, suggestRules } from '../../pipeline/learning/suggest.ts';
import { type Simulation, simulate } from '../../pipeline/simulate.ts';
import type { StoredRun } from '../../pipeline/store.ts';
import {
  learnedRanks,
  type Rank,
  type RuleDraft,
  rulesText,
  withRules,
} from '../../policy/learned-rule.ts';
import type { ExitCode, Io } from '../io.ts';
import { choosePolicy, policyNamed } from '../policy.ts';
import { printProblem } from '../print-problem.ts';
import { readFeedback } from '../remembered.ts';
import { jsonText, terminalText } from '../safe.ts';
import { sinceTime } from '../since.ts';
import { withStore } from '../with-store.ts';

export interface SuggestOptions {
  readonly dir: string;
  readonly since: string;
  readonly policy?: string;
  readonly json?: boolean;
}

interface Proposed {
  readonly suggestion: Suggestion;
  readonly draft: RuleDraft;
  readonly replay: Simulation;
}

/** `parley policy suggest`: rules that reviews speak for, with numbers; nothing is changed. */
export async function runPolicySuggest(io: Io, options: SuggestOptions): Promise<ExitCode> {
  const since = sinceTime(options.since, io.now());
  if (!since.ok) return printProblem(io, since.error);
  const root = resolve(io.cwd, options.dir);
  const policy = await choosePolicy(root, policyNamed(io, options, undefined));
  if (!policy.ok) return printProblem(io, policy.error);
  return withStore(io, options.dir, 'knows earlier runs', async (store) => {
    const counts = countFeedback(await readFeedback(store), { cutoff: io.now() });
    const runs = await store.runs(since.value);
    const proposed = propose(policy.value, suggestRules(counts), runs);
    if (!proposed.ok) return printProblem(io, proposed.error);
    const learned = { digest: counts.digest, entries: counts.entries };
    const rules = rulesText(proposed.value.map(({ draft }) => draft));
    io.out(
      options.json
        ? `${jsonText({ learned, suggestions: proposed.value, rules }, 2)}\n`
        : terminalText(render(learned, proposed.value, rules), false),
    );
    return 0;
  });
}

/** Each in the weakest place where it changes anything; what changes nothing is settled already. */
function propose(
  policy: Policy,
  suggestions: readonly Suggestion[],
  runs: readonly StoredRun[],
): Result<readonly Proposed[]> {
  const now = new Map(simulate(runs, policy).changed.map((one) => [keyOf(one), one.after.outcome]));
  const proposed: Proposed[] = [];
  const ranks = learnedRanks(policy);
  for (const suggestion of suggestions) {
    for (const rank of ranks) {
      const draft = draftOf(suggestion, rank);
      const tried = withRules(policy, [draft]);
      if (!tried.ok) return tried;
      const replay = simulate(runs, tried.value);
      // What the policy itself would decide otherwise today is not this rule's doing.
      const changed = replay.changed.filter((one) => now.get(keyOf(one)) !== one.after.outcome);
      if (changed.length === 0) continue;
      proposed.push({ suggestion, draft, replay: { ...replay, changed } });
      break;
    }
  }
  return ok(proposed);
}

function keyOf({ intent, drift }: Simulation['changed'][number]): string {
  return `${intent} ${drift}`;
}

function draftOf(suggestion: Suggestion, rank: Rank): RuleDraft {
  const { environment, incident } = suggestion.situation;
  return {
    ...rank,
    id: suggestion.id,
    description: numbers(suggestion),
    class: suggestion.situation.class,
    purpose: suggestion.situation.purpose,
    ...(environment === undefined ? {} : { environment }),
    ...(incident === undefined ? {} : { incident }),
    verdict: suggestion.verdict,
  };
}

function numbers({ situation, verdict, agree, disagree, bound }: Suggestion): string {
  const { purpose, environment, incident } = situation;
  const where = [
    environment === '' ? 'an unknown environment' : environment,
    incident && `incident ${incident}`,
  ];
  const named = where.filter((one) => one !== undefined);
  const place = named.length === 0 ? '' : `in {${named.join(', ')}} `;
  const was = verdict === 'accept' ? 'agreed with' : 'turned down';
  return `${place}${purpose} by ${situation.class} was ${was} ${agree} of ${agree + disagree} times; 5 % bound ${bound.toFixed(2)}`;
}

function render(
  { digest, entries }: { readonly digest: string; readonly entries: number },
  proposed: readonly Proposed[],
  rules: string,
): string {
  const head = `# ${entries} reviews (${digest}).`;
  if (proposed.length === 0) return `${head} They suggest no rule that would change a verdict.\n`;
  const notes = proposed.flatMap(({ suggestion, replay }) => [
    `# ${suggestion.id}: ${numbers(suggestion)}.`,
    ...(suggestion.counterExamples.length === 0
      ? []
      : [`#   Otherwise: ${suggestion.counterExamples.slice(0, 10).join(', ')}`]),
    `#   Of ${replay.decisions} recorded verdicts ${replay.changed.length} would change: ${changes(replay)}.`,
  ]);
  return `${[head, ...notes].join('\n')}\n${rules}`;
}

function changes({ changed }: Simulation): string {
  const kinds = new Map<string, number>();
  for (const { before, after } of changed) {
    const kind = `${before.outcome} -> ${after.outcome}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [...kinds]
    .sort()
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}
