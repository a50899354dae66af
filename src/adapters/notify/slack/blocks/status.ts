import type { Outcome } from '../../../../model/decision.ts';
import { type OpenCount, openCountText } from '../../../../model/open-count.ts';
import { compareText } from '../../../../model/text.ts';
import { type Markup, markup, slackCode, slackProse, slackTime } from '../markup.ts';
import { counted, outcomeCounts, proposalText, type ShownProposal } from './facts.ts';
import { limitItems, message, type SlackBlock, type SlackMessage, section } from './kit.ts';

const maxStacks = 20;
const maxProposals = 10;

/** The current state of one stack. */
export interface StackStatus {
  readonly stack: string;
  /** The latest run; undefined before the first. */
  readonly run?: {
    /** ISO 8601 UTC. */
    readonly at: string;
    readonly drifts: number;
    readonly intents: number;
    /** Undefined for a run of a version that did not count them. */
    readonly open?: OpenCount;
    /** Number of intents by the verdict in them that most needs a person. */
    readonly outcomes: ReadonlyMap<Outcome, number>;
  };
  /** The open ones. */
  readonly proposals: readonly (ShownProposal & { readonly title: string })[];
  /** Time of the next scan, ISO 8601 UTC; undefined if none is scheduled. */
  readonly next?: string;
}

/** What is open, stack by stack. */
export function statusMessage(stacks: readonly StackStatus[]): SlackMessage {
  const inOrder = [...stacks].sort((a, b) => compareText(a.stack, b.stack));
  const [only] = inOrder;
  const text =
    inOrder.length === 1 && only !== undefined
      ? headline(only)
      : markup`Status of ${inOrder.length} stacks`;
  if (inOrder.length === 0) return message(markup`No stack is set up.`, []);
  const left = inOrder.length - maxStacks;
  return message(text, [
    ...inOrder.slice(0, maxStacks).flatMap((status) => blocksOf(status, inOrder.length === 1)),
    ...(left > 0 ? section([markup`and ${left} more`]) : []),
  ]);
}

function blocksOf(status: StackStatus, isWhole: boolean): readonly SlackBlock[] {
  const { run, proposals, next } = status;
  const open = proposals.map(
    (proposal) => markup`• ${proposalText(proposal)} ${slackProse(proposal.title, 150)}`,
  );
  return section([
    headline(status),
    ...(run?.open === undefined ? [] : [slackProse(openCountText(run.open), 100)]),
    ...(run === undefined ? [] : outcomeCounts(run.outcomes)),
    ...(open.length === 0 ? [] : [markup`Open proposals: ${open.length}`]),
    ...(isWhole ? limitItems(open, maxProposals) : []),
    next === undefined ? markup`No scan is scheduled.` : markup`Next scan at ${slackTime(next)}.`,
  ]);
}

function headline({ stack, run }: StackStatus): Markup {
  if (run === undefined) return markup`${slackCode(stack, 110)} has not been scanned yet`;
  const { at, drifts, intents, open } = run;
  const found =
    drifts === 0
      ? nothingSeen(open)
      : markup`${counted(drifts, markup`drift`)} in ${counted(intents, markup`intent`)}`;
  return markup`${slackCode(stack, 110)}: ${found}, as of ${slackTime(at)}`;
}

/** Open drifts stay open even if the run did not see them. */
function nothingSeen(open: OpenCount | undefined): Markup {
  return open === undefined || open.open === 0 ? markup`no drift` : markup`nothing new`;
}
