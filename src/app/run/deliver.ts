import { join, relative, resolve } from 'node:path';
import { createLocalForge } from '../../adapters/forge/local/branches.ts';
import { writeProject } from '../../code/terraform/project/write.ts';
import type { Patch } from '../../model/patch.ts';
import type { Report, ReportedProposal, Unresolved } from '../../model/report.ts';
import { ok, type Problem, type Result } from '../../model/result.ts';
import type { AcceptedChange } from '../../ports/boundary.ts';
import type { Io } from '../../ports/io.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import { branchName, commitMessage } from '../../present/commit/message.ts';
import { quietMessage } from '../../present/commit/quiet.ts';
import { withReceipts } from '../../present/commit/receipts.ts';
import { printProblem } from '../../present/terminal/print-problem.ts';
import { pushedLine } from '../../present/terminal/resources.ts';
import { unresolvedFrom } from '../../reconcile/report/unresolved.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { keepDecisions } from '../receipt/keep.ts';
import type { RunReceipts } from '../receipt/run-receipts.ts';
import { keepWrites } from '../receipt/writes.ts';
import { type AcrossBoundary, onlyDeclarable, withVersions } from '../resource/across.ts';
import { publishAccepted } from '../resource/near.ts';
import { verifyWithTerraform } from '../verify/verify.ts';
import type { Composed } from './compose-input.ts';
import { definedOnly } from './environment.ts';
import type { RunOptions } from './options.ts';
import type { SharedBranches } from './shared-branches.ts';

/** The result of delivering the patches. */
export interface Delivered {
  readonly report: Report;
  /** Patches that are now in the files or on a branch. */
  readonly written: readonly Patch[];
  /** Lines that are printed under the report. */
  readonly notes: readonly string[];
  /** Set where the decisions have no receipts yet; the next run may make them. */
  readonly lacksReceipts?: true;
  /**
   * The patches with what is written along with them, such as the version of a declared resource.
   */
  readonly patched: readonly PatchedIntent[];
}

type Done = Omit<Delivered, 'patched'>;

/** Delivers the patches that passed: into the files, each onto a branch, or only as a preview. */
export async function deliver(
  io: Io,
  options: RunOptions,
  composed: Composed,
  result: RunResult,
  branches?: SharedBranches,
): Promise<Result<Delivered>> {
  const proved = await prove(io, options, composed, result);
  if (!proved.ok) return proved;
  const { result: judged, accepted } = proved.value;
  const { report } = judged;
  const isToWrite = options.delivery.write === true || options.delivery.pr === true;
  const decided = { source: composed.policySource, result: judged, isToWrite };
  const receipts = await keepDecisions(io, options.project.dir, decided);
  if (!receipts.ok) {
    // Nothing is written without receipts, but a scan still shows what it found.
    if (isToWrite) return receipts;
    printProblem(io, receipts.error);
    return ok({ report, patched: judged.patched, written: [], notes: [], lacksReceipts: true });
  }
  const passed = judged.patched.filter(({ patch }) => patch.verification.passed);
  if (!isToWrite) {
    const notes = previewNotes(passed.length);
    return ok({ report, patched: judged.patched, written: [], notes });
  }
  const made = options.delivery.write
    ? await writeInPlace(io, options, composed, judged, passed)
    : await openBranches(io, options, judged, { passed, receipts: receipts.value }, branches);
  const done = await published(io, options, accepted, made);
  if (!done.ok) return done;
  const delivered = ok({ ...done.value, patched: judged.patched });
  if (receipts.value === undefined) return delivered;
  const kept = await keepWrites(
    io,
    options.project.dir,
    receipts.value,
    delivered.value,
    passed,
    options.delivery.by,
  );
  if (!kept.ok) printProblem(io, kept.error);
  return delivered;
}

/** Publishes versions written in place, which counts as accepting them; branches await a merge. */
async function published(
  io: Io,
  options: RunOptions,
  accepted: readonly AcceptedChange[],
  delivered: Result<Done>,
): Promise<Result<Done>> {
  if (!delivered.ok || options.delivery.write !== true || delivered.value.written.length === 0) {
    return delivered;
  }
  const pushed = await publishAccepted(io, options.project.dir, accepted);
  if (!pushed.ok) {
    printProblem(io, pushed.error);
    return delivered;
  }
  const notes = pushed.value.map((one) => `${pushedLine(one, false)}.`);
  return ok({ ...delivered.value, notes: [...delivered.value.notes, ...notes] });
}

/**
 * The result with Terraform's verdict on each patch, where requested, and with the versions of
 * declared resources that patches create.
 */
export async function prove(
  io: Io,
  options: RunOptions,
  composed: Composed,
  result: RunResult,
): Promise<Result<AcrossBoundary>> {
  const { boundary } = composed;
  const declarable = boundary === undefined ? result : await onlyDeclarable(boundary, result);
  const checked =
    options.proof.verify === 'evaluate'
      ? ok(declarable)
      : await verifyWithTerraform(io, options, composed, declarable);
  if (!checked.ok) return checked;
  const { result: proved, accepted } =
    boundary === undefined
      ? { result: checked.value, accepted: [] }
      : await withVersions(boundary, checked.value, options.delivery.write === true);
  return ok({ result: withFailures(proved), accepted });
}

/** A patch that failed verification is not written, so it needs a person. */
function withFailures(result: RunResult): RunResult {
  const failed = result.patched.filter(({ patch }) => !patch.verification.passed);
  const unresolved = failed.map(({ intent, patch }): Unresolved => {
    const [first = 'It does not have the wanted effect.'] = patch.verification.notes;
    return {
      code: 'verification-failed',
      reason: `The patch failed verification (${patch.verification.level}) and is not written. ${first}`,
      suggestion: 'Make the change by hand.',
      intent: intent.id,
    };
  });
  const { report } = result;
  return { ...result, report: { ...report, unresolved: [...report.unresolved, ...unresolved] } };
}

function previewNotes(patches: number): readonly string[] {
  if (patches === 0) return [];
  return [
    'Nothing was written. Use --write to edit the files, or --pr to make a branch for each patch.',
  ];
}

async function writeInPlace(
  io: Io,
  options: RunOptions,
  { copied: { root } }: Composed,
  result: RunResult,
  passed: readonly PatchedIntent[],
): Promise<Result<Done>> {
  const before = result.original.tree;
  const changes = [...result.project.tree]
    .filter(([path, text]) => before.get(path) !== text)
    .map(([path, after]) => ({ path, before: before.get(path), after }));
  const written = await writeProject(root, changes);
  if (!written.ok) return written;
  // Where the root is a symbolic link, its parent folder differs from that of its target.
  const { dir } = options.project;
  const shown = resolve(io.cwd, dir) === root ? dir : relative(io.cwd, root);
  const notes = changes.map(({ path }) => `Wrote ${join(shown, path)}.`);
  return ok({ report: result.report, written: passed.map(({ patch }) => patch), notes });
}

interface ToPropose {
  readonly passed: readonly PatchedIntent[];
  readonly receipts: RunReceipts | undefined;
}

async function openBranches(
  io: Io,
  options: RunOptions,
  result: RunResult,
  { passed, receipts }: ToPropose,
  branches?: SharedBranches,
): Promise<Result<Done>> {
  const { dir } = options.project;
  const folder = resolve(io.cwd, dir);
  const forge = createLocalForge(folder, definedOnly(io.env));
  const notes: string[] = [];
  const root = branches === undefined ? undefined : dir;
  const proposals: ReportedProposal[] = [];
  const written: Patch[] = [];
  const unresolved: Unresolved[] = [];
  for (const patched of passed) {
    const { intent, decisions, patch, files } = patched;
    const evidence = evidenceOf(result.report, patch);
    const shared = branches?.find(folder, files);
    if (shared !== undefined) {
      proposals.push({ ...shared.proposed, intent: intent.id, state: 'unchanged' });
      written.push(patch);
      notes.push(`${shared.proposed.branch} of ${shared.root} has this edit, too.`);
      continue;
    }
    const announcer = result.report.intents.find(({ id }) => id === intent.announced);
    const proposed = await forge.propose(
      {
        intent: intent.id,
        branch: branchName(intent),
        message: quietMessage(
          withReceipts(
            commitMessage(intent, decisions, patch, evidence, announcer, root),
            receipts?.named(decisions),
          ),
        ),
        files: files.map(({ path, before, after }) => ({ path, before, content: after })),
      },
      { force: options.delivery.force === true },
    );
    if (proposed.ok) {
      proposals.push({ intent: intent.id, ...proposed.value });
      branches?.add(folder, files, { root: dir, proposed: proposed.value });
      written.push(patch);
    } else if (isAboutOne(proposed.error) || written.length > 0) {
      unresolved.push(unresolvedFrom(proposed.error, { intent: intent.id }));
    } else {
      return proposed;
    }
  }
  const { report } = result;
  return ok({
    report: { ...report, proposals, unresolved: [...report.unresolved, ...unresolved] },
    written,
    notes,
  });
}

/** True where the problem is with this proposal only, not with the repository. */
function isAboutOne(problem: Problem): boolean {
  return ['branch-has-foreign-commit', 'outside-repository', 'uncommitted-changes'].includes(
    problem.code,
  );
}

function evidenceOf(report: Report, patch: Patch): readonly string[] {
  const drifts = report.drifts.filter((drift) => patch.drifts.includes(drift.id));
  return [...new Set(drifts.flatMap((drift) => drift.evidence))];
}
