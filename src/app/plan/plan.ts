import type { Stack } from '../../config/service/stacks.ts';
import type { Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import type { Intent } from '../../model/intent.ts';
import { decides } from '../../model/parties.ts';
import type { Patch } from '../../model/patch.ts';
import type { Report } from '../../model/report.ts';
import { compareText } from '../../model/text.ts';
import type { ProposalCheck } from '../../ports/forge/proposals.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import type { StackRun } from '../../ports/stack-run.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import { branchName, commitMessage, revertMessage } from '../../present/commit/message.ts';
import { quietMessage } from '../../present/commit/quiet.ts';
import { type NamedReceipts, withReceipts } from '../../present/commit/receipts.ts';
import { describeProposal } from '../../present/proposal/describe.ts';
import { isBelowEdit } from '../../present/proposal/edit.ts';
import { describeReceipts } from '../../present/proposal/receipts.ts';
import type { Subject } from '../../present/proposal/subject.ts';
import { appliedChanges, putBack } from '../../reconcile/put-back/changes.ts';
import { proposalDigest } from '../../reconcile/report/digest.ts';
import { purposeOfDrifts } from '../../stages/intent/summary.ts';
import { fileChange } from '../../text/file-change.ts';
import type { RunReceipts } from '../receipt/run-receipts.ts';
import { restoreCommands } from './restore.ts';

export interface PlanContext extends Pick<Subject, 'stack' | 'forge'> {
  /** The receipts of what the run decided; left out where nothing is signed. */
  readonly receipts?: RunReceipts | undefined;
}

/**
 * What the run proposes to the forge, by intent: a change where a verdict lets values into the
 * code, else a request to revert what was refused and is still live.
 */
export function planProposals(
  { record: { report }, patched, evidence }: Pick<StackRun, 'record' | 'patched' | 'evidence'>,
  context: PlanContext,
): readonly PlannedProposal[] {
  const patches = new Map(
    patched
      .filter(({ patch, files }) => patch.verification.passed && files.length > 0)
      .map((each) => [each.intent.id, each]),
  );
  const drifts = new Map(report.drifts.map((drift) => [drift.id, drift]));
  const changes = appliedChanges(report);
  return [...report.intents]
    .sort((a, b) => compareText(a.id, b.id))
    .flatMap((intent) => {
      const own = report.decisions.filter((decision) => decision.intent === intent.id);
      const subject = subjectOf(report, context, intent, own, drifts, patches.get(intent.id));
      if (subject === undefined) return [];
      const events = new Set(eventsOf([...subject.decisions, ...subject.others], drifts));
      const lines = evidence.filter(({ event }) => events.has(event));
      const { restore } = subject;
      const back = putBack(changes, (change) => change.intent === intent.id);
      const more = restore.length === 0 ? {} : { back };
      const named = context.receipts?.named(subject.decisions);
      return [planOf({ ...subject, ...more, evidence: lines }, patches.get(intent.id), named)];
    });
}

function subjectOf(
  report: Report,
  { stack, forge }: PlanContext,
  intent: Intent,
  own: readonly Decision[],
  drifts: ReadonlyMap<string, Drift>,
  patched: PatchedIntent | undefined,
): Subject | undefined {
  const refused = own.filter((decision) => isRefused(decision, drifts.get(decision.drift)));
  const decisions = patched?.decisions ?? refused;
  if (decisions.length === 0) return undefined;
  const settled = new Set(decisions.map(({ drift }) => drift));
  const addresses = new Set(decisions.map(({ address }) => address));
  const announcer = report.intents.find(({ id }) => id === intent.announced);
  return {
    kind: patched === undefined ? 'revert' : 'patch',
    stack,
    forge,
    intent,
    ...(announcer === undefined ? {} : { announcer }),
    decisions,
    others: own.filter(({ drift, verdict }) => !settled.has(drift) && verdict.outcome !== 'noop'),
    drifts,
    evidence: [],
    ...(patched === undefined ? {} : { patch: patched.patch }),
    program: report.inputs.program,
    unmanaged: (report.beside ?? []).filter(({ on }) => addresses.has(on)),
    restore: restoreCommands(
      stack,
      refused
        .filter(({ drift }) => patched === undefined || !settled.has(drift))
        .map(({ address }) => address),
      report.inputs.program,
    ),
  };
}

/**
 * True for a refused change that is still live. Decisions that do not decide about their field
 * never count.
 */
function isRefused(decision: Decision, drift: Drift | undefined): boolean {
  if (drift === undefined || drift.live.kind === 'unknown' || !decides(decision)) return false;
  const { outcome } = decision.verdict;
  return outcome === 'reject' || outcome === 'expired';
}

function planOf(
  subject: Subject,
  patched: PatchedIntent | undefined,
  receipts: NamedReceipts | undefined,
): PlannedProposal {
  const { kind, stack, intent, decisions, patch, announcer, evidence } = subject;
  const events = evidence.map(({ event }) => event);
  const plain =
    patch === undefined
      ? revertMessage(intent, decisions, events, subject.restore, announcer)
      : commitMessage(intent, decisions, patch, events, announcer);
  const message = quietMessage(withReceipts(plain, receipts));
  return {
    kind,
    intent: intent.id,
    digest: proposalDigest(decisions),
    branch: branchName(intent),
    title: message.subject,
    body: [describeProposal(subject), ...describeReceipts(receipts)].join('\n'),
    labels: labelsOf(kind, intent, decisions),
    check: planCheck(stack, decisions, patch),
    message,
    files: (patched?.files ?? []).map(({ path, before, after }) => fileChange(path, before, after)),
    addresses: [...new Set(decisions.map(({ address }) => address))].sort(),
  };
}

function labelsOf(
  kind: PlannedProposal['kind'],
  intent: Intent,
  decisions: readonly Decision[],
): readonly string[] {
  const { purpose } = purposeOfDrifts(
    intent,
    decisions.map(({ drift }) => drift),
  );
  const outcomes = kind === 'revert' ? ['revert'] : decisions.map(({ verdict }) => verdict.outcome);
  return [...new Set([...outcomes, purpose])].sort().map((word) => `parley:${word}`);
}

function eventsOf(
  decisions: readonly Decision[],
  drifts: ReadonlyMap<string, Drift>,
): readonly string[] {
  return decisions.flatMap(({ drift }) => drifts.get(drift)?.evidence ?? []);
}

const checkName = 'parley';

/**
 * The verdict as a check: it passes where the level of proof that the stack requires was reached.
 */
function planCheck(
  stack: Stack,
  decisions: readonly Decision[],
  patch: Patch | undefined,
): ProposalCheck {
  const outcomes = [...new Set(decisions.map(({ verdict }) => verdict.outcome))].sort().join(', ');
  if (patch === undefined) {
    const title = `${outcomes}: the code stays; there is nothing to prove`;
    return { name: checkName, state: 'passed', title, summary: 'The branch changes no file.' };
  }
  const { level, passed } = patch.verification;
  const summary = `Verdict: ${outcomes}. Proved: ${level}. Asked for: ${stack.verify}.`;
  if (!passed) {
    return {
      name: checkName,
      state: 'failed',
      title: `${outcomes}: the proof (${level}) failed`,
      summary,
    };
  }
  if (isBelowEdit(level, stack.verify)) {
    const title = `${outcomes}: verified up to ${level}; the stack requires ${stack.verify}`;
    return { name: checkName, state: 'waiting', title, summary };
  }
  return { name: checkName, state: 'passed', title: `${outcomes}, verified: ${level}`, summary };
}
