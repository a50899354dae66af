import type { Decision } from '../../model/decision.ts';
import type { Intent } from '../../model/intent.ts';
import type { Patch } from '../../model/patch.ts';
import { cutText, displayText } from '../../model/text.ts';
import { spanText } from '../../model/time-text.ts';
import { firstWords } from '../../model/words.ts';
import type { CommitMessage } from '../../ports/forge/proposal.ts';
import { commitName } from '../../reconcile/managed/code-history.ts';
import {
  distinctReasons,
  intentAccount,
  reasonText,
  sharedReasons,
} from '../../stages/arbitration/explain/account.ts';
import { participles } from '../../stages/arbitration/explain/text.ts';
import { intentSummary } from '../../stages/intent/summary.ts';

const subjectLength = 72;
const maxEvidence = 20;
const longestItem = 400;
const longestCommand = 2000;

/** `parley(accept): ...` with who, when and why, and trailers that tools can read back. */
export function commitMessage(
  intent: Intent,
  decisions: readonly Decision[],
  patch: Patch,
  evidence: readonly string[],
  announcer?: Intent,
  /** The root, where several are worked on together. */
  root?: string,
): CommitMessage {
  const outcomes = outcomesOf(decisions);
  const summary = intentSummary(intent, patch.drifts);
  return {
    subject: cutText(`parley(${outcomes.join(',')}): ${lowerWord(summary)}`, subjectLength),
    body: [
      ...bodyLines(intent, decisions, summary, announcer),
      ...wrapList('Edit:', patch.site.split('\n')),
      ...(root === undefined ? [] : wrapList('Root:', [root])),
      `Verified: ${patch.verification.level}`,
      ...wrapList('Note:', patch.verification.notes),
    ].join('\n'),
    trailers: trailersOf(intent, decisions, evidence, announcer),
  };
}

/** `parley(revert): undo ...`: requests the values in the code, and changes no file. */
export function revertMessage(
  intent: Intent,
  decisions: readonly Decision[],
  evidence: readonly string[],
  commands: readonly string[],
  announcer?: Intent,
): CommitMessage {
  const drifts = decisions.map(({ drift }) => drift);
  const summary = intentSummary(intent, drifts);
  return {
    subject: cutText(`parley(revert): undo ${lowerWord(summary)}`, subjectLength),
    body: [
      ...bodyLines(intent, decisions, summary, announcer),
      'Edit: none; the code stays, and applying it puts the cloud back.',
      ...commandLines(commands),
    ].join('\n'),
    trailers: trailersOf(intent, decisions, evidence, announcer),
  };
}

/**
 * Commands exactly as typed. Long ones are left out, since a truncated command would be wrong. Text
 * from a log never appears in them unquoted.
 */
function commandLines(commands: readonly string[]): readonly string[] {
  const shown = commands.filter((command) => command.length <= longestCommand);
  return shown.length === 0 ? [] : ['', ...shown.map((command) => `    ${command}`)];
}

function outcomesOf(decisions: readonly Decision[]): readonly string[] {
  return [...new Set(decisions.map(({ verdict }) => verdict.outcome))].sort();
}

function bodyLines(
  intent: Intent,
  decisions: readonly Decision[],
  summary: string,
  announcer: Intent | undefined,
): readonly string[] {
  const { who, when, places } = intentAccount(intent, decisions);
  return [
    summary.endsWith('.') ? summary : `${summary}.`,
    '',
    `Who:  ${who.name} (${who.class}), ${who.principal}`,
    `When: ${spanText(when)}`,
    ...wrapList(
      'What:',
      places.flatMap(({ address, fields }) => fields.map((field) => `${address} ${field}`.trim())),
    ),
    ...wrapList('Why:', distinctReasons(sharedReasons(decisions)).map(reasonText)),
    ...wrapList('Policy:', rulePlaces(decisions)),
    ...wrapList('Otherwise:', elseLines(decisions)),
    ...wrapList('Code:', codeLines(decisions)),
    ...(announcer === undefined ? [] : wrapList('Announced:', [announcedText(announcer)])),
  ];
}

function trailersOf(
  intent: Intent,
  decisions: readonly Decision[],
  evidence: readonly string[],
  announcer: Intent | undefined,
): CommitMessage['trailers'] {
  const ticket = intent.ticket ?? announcer?.ticket;
  const rules = [...new Set(decisions.map(({ verdict }) => verdict.rule))].sort();
  return [
    ['Intent-Id', intent.id],
    ['Actor', `${intent.actor.class} ${intent.actor.name}`],
    ['Verdict', outcomesOf(decisions).join(', ')],
    ['Rule', rules.join(', ')],
    ...(announcer === undefined ? [] : [['Declared', announcer.id] as const]),
    ...(ticket === undefined ? [] : [['Ticket', ticket] as const]),
    ['Evidence', firstWords(evidence, maxEvidence)],
  ];
}

/** The lines of the policy to change for another outcome; a trailer names the rules. */
function rulePlaces(decisions: readonly Decision[]): readonly string[] {
  const places = decisions.flatMap(({ verdict: { rule }, grounds }) => {
    const place = grounds?.rules.find((one) => one.rule === rule)?.place;
    return place === undefined ? [] : [place];
  });
  return [...new Set(places)].sort();
}

const maxElse = 3;

/** What would have led to another verdict. */
function elseLines(decisions: readonly Decision[]): readonly string[] {
  const lines = decisions.flatMap(({ grounds }) =>
    (grounds?.counterfactuals ?? []).map(
      ({ outcome, condition, rule }) => `${participles[outcome]} ${condition} (rule ${rule})`,
    ),
  );
  return [...new Set(lines)].slice(0, maxElse);
}

/** The commits that set the declared values, each once. */
function codeLines(decisions: readonly Decision[]): readonly string[] {
  const commits = decisions.flatMap(({ code }) => (code === undefined ? [] : [commitName(code)]));
  return [...new Set(commits)].sort().map((commit) => `last set in ${commit}`);
}

/** What was declared in advance, and by whom; a trailer has the id. */
function announcedText({ summary, actor }: Intent): string {
  return `${summary} (${actor.name})`;
}

function wrapList(head: string, items: readonly string[]): readonly string[] {
  return items.map(
    (item, index) =>
      `${(index === 0 ? head : '').padEnd(Math.max(5, head.length))} ${displayText(item, longestItem)}`,
  );
}

/** `Scaled web` becomes `scaled web`, but `IAM role` stays. */
function lowerWord(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** One branch for each intent. The id makes it the same branch in every run. */
export function branchName(intent: Intent): string {
  return `parley/${intent.id}`;
}
