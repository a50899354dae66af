import { credentialAt } from '../../model/credential/find.ts';
import type { Decision } from '../../model/decision.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { Patch } from '../../model/patch.ts';
import type { Sha256 } from '../../model/receipt.ts';
import { displayText } from '../../model/text.ts';
import type { PlannedProposal } from '../../ports/store/planned-proposal.ts';
import { receiptTrailer } from '../../present/commit/receipts.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { jsonDigest, plainJson, plainText, textDigest } from '../../stages/receipt/digest.ts';
import type { Draft } from '../../stages/receipt/statement.ts';

/** The facts from which the receipts of a run are made. */
export interface RunFacts {
  readonly result: RunResult;
  /** See `policy-document.ts`. */
  readonly policy: string;
  /** Commit of the code that was read, if there is one. */
  readonly base?: string;
  /** Whether a decision needs a receipt. Most decisions on open drifts have one already. */
  readonly isDue: (decision: Decision) => boolean;
}

/** Drafts, and the texts they are based on, by SHA-256. */
export interface Drafted {
  readonly drafts: readonly Draft[];
  readonly texts: ReadonlyMap<Sha256, string>;
}

/**
 * What identifies a decision across runs: its subject, its outcome and its policy. Reasons and
 * times of the run are in the receipt, but do not count.
 */
export function decisionAbout(decision: Decision, policy: Sha256): JsonObject {
  const { intent, drift, address, path, verdict } = decision;
  const { because: _, ...ruling } = verdict;
  const about: object = { intent, drift, address, path, verdict: ruling, policy };
  // Undefined members disappear when the text is made, and removing them here would be slow for
  // thousands.
  return about as JsonObject;
}

/**
 * A draft for each decision of a run that needs one, and for each approval in advance that it
 * considered.
 */
export function runDrafts(facts: RunFacts): Drafted {
  const { result, policy } = facts;
  const { record, report } = result;
  const policyDigest = textDigest(policy);
  const evidence = result.evidence.map(({ event, digest }) => ({
    id: event,
    sha256: digest ?? null,
  }));
  const documents = documentsOf(facts);
  const inputs = Object.fromEntries(documents.map(({ name, digest }) => [name, digest]));
  // A text with a credential in it is not kept: a replay reports that it is missing.
  const kept = documents.filter(({ isOpen }) => isOpen);
  const texts = new Map(kept.map(({ digest, text }) => [digest, text]));
  const shared = sharedFacts(facts, policyDigest);
  const ruled = digestsOf(result.ruled, facts);
  const settled = digestsOf(result.external?.decisions ?? [], facts);
  const digests = new Map(evidence.map((each) => [each.id, each]));
  const drifts = new Map(report.drifts.map((drift) => [drift.id, drift]));
  // Built once for each intent, since thousands of decisions can refer to the same one.
  const intents = new Map(
    report.intents.map((intent) => {
      const { id, summary, actor } = intent;
      return [id, { sha256: jsonDigest(intent), summary, actor }];
    }),
  );
  const patches = new Map(report.patches.map((patch) => [patch.intent, patchFacts(patch)]));
  const decisions = report.decisions.filter(facts.isDue).map((decision): Draft => {
    const drift = drifts.get(decision.drift);
    const decided = ruled.get(draftKey(decision));
    return {
      kind: 'decision',
      name: draftKey(decision),
      about: decisionAbout(decision, policyDigest),
      inputs,
      facts: object({
        ...shared,
        because: decision.verdict.because,
        explanation: decision.explanation,
        evidence: (drift?.evidence ?? []).map((id) => digests.get(id) ?? { id, sha256: null }),
        intent: intents.get(decision.intent),
        // Where this is missing, the decision did not come from the policy and cannot be replayed.
        decided,
        // The outcome after an external policy was consulted.
        settled: settled.get(draftKey(decision)),
        patch: patches.get(decision.intent)?.(decision),
      }),
    };
  });
  const approvals = (decisions.length === 0 ? [] : (record.approvals ?? [])).map(
    (approval): Draft => ({
      kind: 'approval',
      name: displayText(approval.id, 100),
      about: object(approval),
      inputs: {},
      facts: {},
    }),
  );
  return { drafts: [...decisions, ...approvals], texts };
}

/** What the decisions of a run are based on, as texts. */
function documentsOf({ result, policy }: RunFacts) {
  const documents: Readonly<Record<string, unknown>> = {
    arbitration: result.record,
    policy: JSON.parse(policy),
    evidence: result.evidence,
    patch: Object.fromEntries(result.report.patches.map(({ intent, files }) => [intent, files])),
    ...(result.external === undefined ? {} : { external: result.external.record }),
  };
  return Object.entries(documents).map(([name, value]) => {
    const text = plainText(value);
    const isOpen = credentialAt([], value as Json) === undefined;
    return { name, text, digest: textDigest(text), isOpen };
  });
}

/** A draft for a patch that was written, into the files or onto a branch. */
export function writeDraft(
  { intent, files, site }: Patch,
  where: { readonly at: string } | { readonly branch: string; readonly commit: string },
  decisions: readonly Sha256[],
  { base, by }: { readonly base: string | undefined; readonly by: string | undefined },
): Draft {
  return {
    kind: 'write',
    name: intent,
    about: object({ intent, patch: jsonDigest(files), ...where, base }),
    inputs: {},
    facts: object({ decisions, site, files: files.map(({ path }) => path), by }),
  };
}

/** A draft for the plan of an intent that was pushed to a branch of a remote repository. */
export function pushDraft(
  { intent, kind, files, branch, message }: PlannedProposal,
  {
    stack,
    commit,
    base,
    by,
  }: {
    readonly stack: string;
    readonly commit: string;
    readonly base: string;
    readonly by: string | undefined;
  },
): Draft {
  const decisions = message.trailers
    .filter(([name]) => name === receiptTrailer)
    .map(([, value]) => value.replace(/^sha256:/, ''));
  return {
    kind: 'write',
    name: intent,
    about: object({ stack, intent, kind, patch: jsonDigest(files), branch, commit }),
    inputs: {},
    facts: object({ decisions, files: files.map(({ path }) => path), base, by }),
  };
}

function digestsOf(
  decisions: readonly Decision[],
  { result, isDue }: RunFacts,
): ReadonlyMap<string, Sha256> {
  const due = new Set(result.report.decisions.filter(isDue).map(draftKey));
  const asked = decisions.filter((decision) => due.has(draftKey(decision)));
  return new Map(asked.map((decision) => [draftKey(decision), jsonDigest(decision)]));
}

function sharedFacts({ result, base }: RunFacts, policy: Sha256): object {
  const { record, report } = result;
  const { context, environments } = record;
  return {
    tool: report.tool,
    policy: { name: report.policy, sha256: policy, external: report.externalPolicy },
    context: { now: context.now, sha256: jsonDigest({ context, environments }) },
    model:
      report.learned || report.advice
        ? { learned: report.learned?.digest, name: report.advice?.model }
        : undefined,
    base,
  };
}

/** What is recorded about a patch with each decision that it carries out. */
function patchFacts({
  drifts,
  files,
  verification: { level, passed },
}: Patch): (decision: Decision) => object | undefined {
  const own = new Set(drifts);
  const facts = { sha256: jsonDigest(files), level, passed };
  return ({ drift }) => (own.has(drift) ? facts : undefined);
}

/** `i-... d-...` */
export function draftKey({ intent, drift }: Pick<Decision, 'intent' | 'drift'>): string {
  return `${intent} ${drift}`;
}

function object(value: object): JsonObject {
  return plainJson(value) as JsonObject;
}
