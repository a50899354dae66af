import { resolve } from 'node:path';
import type { Command } from 'commander';
import { withStore } from '../../../../app/history/with-store.ts';
import { choosePolicy, policyNamed } from '../../../../app/run/policy.ts';
import { readFeedback } from '../../../../app/run/remembered.ts';
import { sinceTime } from '../../../../app/run/since.ts';
import { decline, isDeclined, readDeclined } from '../../../../app/suggest/declined.ts';
import { openLocally } from '../../../../app/suggest/open-locally.ts';
import { type ProposedRule, proposeRules } from '../../../../app/suggest/propose.ts';
import { answersText, numbersText, replayText } from '../../../../app/suggest/sentences.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import type { Store } from '../../../../ports/store/run-store.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import { countFeedback } from '../../../../reconcile/learning/counts.ts';
import { suggestRules } from '../../../../reconcile/learning/suggest.ts';
import { rulesText } from '../../../../stages/policy/learned-rule.ts';
import type { Cli } from '../../program/command.ts';

interface SuggestOptions {
  readonly dir: string;
  readonly since: string;
  readonly policy?: string;
  readonly json?: boolean;
  /** Makes a branch for each suggestion. */
  readonly propose?: boolean;
  /** Id of a suggestion to decline. */
  readonly decline?: string;
}

/** `parley policy suggest`: suggests rules that reviews support, with numbers. */
export function definePolicySuggest(command: Command, { io, finish }: Cli): void {
  command
    .description('suggest rules that the outcomes of reviews support, with numbers')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--since <time>', 'how far back verdicts are replayed: 30d, 12h, or a date', '30d')
    .option('--policy <name>', "the policy to add to; default: the root module's own")
    .option('--json', 'print JSON')
    .option('--propose', 'make a branch of each, with the rule in the policy file')
    .option('--decline <id>', 'note that a rule is not wanted, until there is more evidence')
    .action(async (options: SuggestOptions) => finish(await suggest(io, options)));
}

async function suggest(io: Io, options: SuggestOptions): Promise<ExitCode> {
  const since = sinceTime(options.since, io.now());
  if (!since.ok) return printProblem(io, since.error);
  const root = resolve(io.cwd, options.dir);
  const policy = await choosePolicy(root, policyNamed(io, options, undefined));
  if (!policy.ok) return printProblem(io, policy.error);
  return withStore(io, options.dir, 'knows earlier runs', async (store) => {
    const log = await readFeedback(store);
    const counts = countFeedback(log, { cutoff: io.now() });
    const runs = await store.runs(since.value);
    const all = proposeRules(policy.value, suggestRules(counts), runs, log);
    if (options.decline !== undefined) return declineOne(io, store, all, options.decline);
    const declined = await readDeclined(store);
    const proposed = all.filter(({ suggestion }) => !isDeclined(declined, suggestion));
    const learned = { digest: counts.digest, entries: counts.entries };
    if (options.propose === true) return openLocally(io, { ...options, root }, proposed);
    const rules = rulesText(proposed.map(({ draft }) => draft));
    io.out(
      options.json
        ? `${jsonText({ learned, suggestions: proposed, rules }, 2)}\n`
        : terminalText(render(learned, proposed, rules), false),
    );
    return 0;
  });
}

async function declineOne(
  io: Io,
  store: Store,
  all: readonly ProposedRule[],
  id: string,
): Promise<ExitCode> {
  const found = all.find(({ suggestion }) => suggestion.id === id);
  if (found === undefined) {
    return printProblem(io, {
      code: 'unknown-suggestion',
      message: 'The reviews suggest no rule of that name.',
      hint: 'Take the name from `parley policy suggest`.',
    });
  }
  await decline(store, found.suggestion, io.now());
  io.out(`Declined: ${id} is not suggested again until half as many more intents support it.\n`);
  return 0;
}

function render(
  { digest, entries }: { readonly digest: string; readonly entries: number },
  proposed: readonly ProposedRule[],
  rules: string,
): string {
  const head = `# ${entries} reviews (${digest}).`;
  if (proposed.length === 0) return `${head} They suggest no rule that would change a verdict.\n`;
  const notes = proposed.flatMap((one) => [
    `# ${one.suggestion.id}: ${numbersText(one.suggestion)}.`,
    ...(one.suggestion.counterExamples.length === 0
      ? []
      : [`#   Otherwise: ${one.suggestion.counterExamples.slice(0, 10).join(', ')}`]),
    `#   ${replayText(one)}`,
    `#   ${answersText(one)}`,
  ]);
  return `${[head, ...notes].join('\n')}\n${rules}`;
}
