import { cutText, displayText } from '../../model/text.ts';
import type { CommitMessage } from '../../ports/forge/proposal.ts';
import type { PatchedFile } from '../../ports/patched-intent.ts';
import { markdownCode, markdownProse } from '../../present/proposal/markdown.ts';
import { addRule, policyFileWith } from '../../stages/policy/add-rule.ts';
import { readPolicyFile } from '../../stages/policy/file/read.ts';
import { rulesText } from '../../stages/policy/learned-rule.ts';
import type { ProposedRule } from './propose.ts';
import { answersText, numbersText, replayText, subjectText } from './sentences.ts';

/** The policy file of a root module, which may not exist yet. */
export interface SuggestionSource {
  /** Path relative to the root module. */
  readonly path: string;
  readonly text: string | undefined;
}

/** A pull request for the policy file. */
export interface RulePlan {
  /** Id in the form of an intent's, used in the branch and the marker. */
  readonly id: string;
  readonly digest: string;
  readonly branch: string;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly message: CommitMessage;
  readonly file: PatchedFile;
}

const subjectLength = 72;
const maxNamed = 20;

/**
 * The policy file with the rule added, and its description. Undefined where the file cannot be
 * extended as it is written, or would not parse to the same policy plus that rule.
 */
export function rulePlan(proposed: ProposedRule, source: SuggestionSource): RulePlan | undefined {
  const { suggestion, draft } = proposed;
  const after =
    source.text === undefined
      ? policyFileWith('default', 'ours', draft)
      : addRule(source.text, draft);
  if (after === undefined || !isOneMore(source, after, draft.id)) return undefined;
  // The id leaves out the numbers, which change with every review.
  const id = `p-${suggestion.id}`;
  const title = titleOf(proposed);
  const lines = [numbersText(suggestion), replayText(proposed), answersText(proposed)];
  return {
    id,
    digest: suggestion.digest,
    branch: `parley/policy-${suggestion.id}`,
    title,
    body: bodyOf(proposed),
    message: {
      subject: title,
      body: lines.map((line) => (line.endsWith('.') ? line : `${line}.`)).join('\n'),
      trailers: [
        ['Intent-Id', id],
        ['Policy-Rule', draft.id],
      ],
    },
    file: { path: source.path, before: source.text, after },
  };
}

/** Names from the log come after the description of the change, so that only they are cut. */
function titleOf({ suggestion }: ProposedRule): string {
  const verb = suggestion.verdict === 'accept' ? 'accept' : 'turn down';
  const text = `policy: ${verb} ${subjectText(suggestion)}`;
  return cutText(text, subjectLength);
}

function bodyOf(proposed: ProposedRule): string {
  const { suggestion, replay, draft } = proposed;
  const against = suggestion.counterExamples.slice(0, maxNamed).map(markdownCode).join(', ');
  const changes = replay.changed
    .slice(0, maxNamed)
    .map(
      ({ intent, address, before, after, summary }) =>
        `- ${markdownCode(intent)} ${markdownCode(displayText(address, 200))}: ${before.outcome} becomes ${after.outcome} (${markdownProse(summary, 200)})`,
    );
  const rest = replay.changed.length - changes.length;
  return [
    `${markdownProse(numbersText(suggestion))}.`,
    '',
    'This adds the rule:',
    '',
    '```yaml',
    rulesText([draft]).trimEnd().replaceAll('```', "'''"),
    '```',
    '',
    ...(against === '' ? [] : [`Reviews that say otherwise: ${against}.`, '']),
    `${replayText(proposed)} ${answersText(proposed)}`,
    '',
    ...changes,
    ...(rest > 0 ? [`- and ${rest} more`] : []),
    '',
    'It takes effect when somebody merges it. If you close it, it is proposed again only when half as many more intents support it.',
  ].join('\n');
}

/** True where the new text parses to the same rules and that one in addition. */
function isOneMore({ text, path }: SuggestionSource, after: string, id: string): boolean {
  const read = readPolicyFile(after, path);
  if (!read.ok || !read.value.rules.some((rule) => rule.id === id)) return false;
  if (text === undefined) return true;
  const old = readPolicyFile(text, path);
  if (!old.ok || old.value.rules.some((rule) => rule.id === id)) return false;
  return read.value.rules.length === old.value.rules.length + 1;
}
