import type { Patch } from '../../model/patch.ts';
import type { Unresolved } from '../../model/report.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import type { AcceptedChange, Boundary, DeclaredChange } from '../../ports/boundary.ts';
import type { PatchedIntent } from '../../ports/patched-intent.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import { readOwnerLine } from '../../stages/resource/owner-line.ts';
import { rootBlockOf, rootBlocksIn } from './top-block.ts';

/** A run whose patches agree with the declarations, and the resource versions that they create. */
export interface AcrossBoundary {
  readonly result: RunResult;
  readonly accepted: readonly AcceptedChange[];
}

/** How often refused patches are left out and the rest is checked again. */
const maxRounds = 4;

/**
 * Leaves out changes that no declaration could express. A patch to code that was generated from a
 * declared resource must correspond to a change of its spec, or the next sync would undo it.
 */
export async function onlyDeclarable(boundary: Boundary, result: RunResult): Promise<RunResult> {
  let rest = result;
  for (let round = 0; round < maxRounds; round += 1) {
    const refused = await refusedIn(boundary, rest);
    if (refused.size === 0) break;
    rest = rest.without(refused);
  }
  return rest;
}

/** The drifts that are not written, by id. For each patch, one drift has the reason. */
async function refusedIn(
  boundary: Boundary,
  result: RunResult,
): Promise<ReadonlyMap<string, Unresolved | undefined>> {
  const places = declaredPlaces(result.original.tree);
  const found = new Map<string, Unresolved | undefined>();
  for (const patched of places.size === 0 ? [] : result.patched) {
    const why = await objection(boundary, result, patched, places);
    if (why === undefined) continue;
    const { drifts, because, place } = why;
    const [first, ...others] = drifts;
    for (const id of others) found.set(id, undefined);
    if (first === undefined) continue;
    found.set(first, {
      code: 'beyond-declaration',
      reason: because,
      suggestion: 'Add it to the kind and declare it, or change the resource back.',
      intent: patched.intent.id,
      ...(place === undefined ? {} : { place }),
    });
  }
  return found;
}

interface Objection extends Omit<Extract<DeclaredChange, { kind: 'refused' }>, 'kind'> {
  readonly drifts: readonly string[];
}

async function objection(
  boundary: Boundary,
  { report }: RunResult,
  { patch, files, decisions }: PatchedIntent,
  places: ReadonlyMap<string, string>,
): Promise<Objection | undefined> {
  const pathOf = new Map(
    report.drifts.map(({ id, address }) => [id, places.get(rootBlockOf(address) ?? '')]),
  );
  for (const { path, before, after } of files) {
    if (before === undefined || before === after) continue;
    const change = await boundary.readBack({ path, before, after });
    if (change.kind !== 'refused') continue;
    const own = patch.drifts.filter((id) => pathOf.get(id) === path);
    return { ...change, drifts: own.length > 0 ? own : patch.drifts };
  }
  const changed = new Set(
    files.filter(({ before, after }) => before !== after).map(({ path }) => path),
  );
  const elsewhere = patch.drifts.filter((id) => {
    const path = pathOf.get(id);
    const outcome = decisions.find(({ drift }) => drift === id)?.verdict.outcome;
    const isWritten = outcome === 'accept' || outcome === 'compromise';
    return path !== undefined && isWritten && !changed.has(path);
  });
  const [first] = elsewhere;
  if (first === undefined) return undefined;
  const others = [...changed].sort().join(' and ');
  const because = `The code of the resource is ${pathOf.get(first)}, which was generated from its declaration; the change would be in ${others}, which is not part of it.`;
  const [path = '', line = ''] = (/^(\S+?):(\d+)/.exec(patch.site) ?? []).slice(1);
  const place = path === '' ? {} : { place: { file: path, line: Number(line) } };
  return { because, drifts: elsewhere, ...place };
}

/**
 * The files that were generated from declared resources, by their path and by the blocks in them,
 * such as `module web`.
 */
function declaredPlaces(tree: SourceTree): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const [path, text] of tree) {
    if (!text.startsWith('# parley: ') || readOwnerLine(text) === undefined) continue;
    places.set(path, path);
    if (path.includes('/') || !path.endsWith('.tf')) continue;
    for (const key of rootBlocksIn(text)) places.set(key, path);
  }
  return places;
}

/**
 * Writes into the patched files the new version of the resource that the patch makes. A patch whose
 * version cannot be declared fails verification.
 */
export async function withVersions(
  boundary: Boundary,
  result: RunResult,
  isStacked: boolean,
): Promise<AcrossBoundary> {
  const accepted: AcceptedChange[] = [];
  const tree = new Map(result.project.tree);
  const stacked = new Map<string, DeclaredChange>();
  for (const [path, after] of isStacked ? result.project.tree : []) {
    const before = result.original.tree.get(path);
    if (before === undefined || before === after) continue;
    const change = await boundary.readBack({ path, before, after });
    stacked.set(path, change);
    if (change.kind !== 'accepted') continue;
    tree.set(path, change.after);
    accepted.push(change);
  }
  const patched: PatchedIntent[] = [];
  for (const each of result.patched) {
    let next = each;
    for (const { path, before, after } of each.patch.verification.passed ? each.files : []) {
      if (before === undefined || before === after) continue;
      const change = isStacked
        ? stacked.get(path)
        : await boundary.readBack({ path, before, after });
      if (change?.kind === 'refused') next = failed(next, change.because);
      if (change?.kind !== 'accepted') continue;
      next = withVersion(next, path, change);
      if (!isStacked) accepted.push(change);
    }
    patched.push(next);
  }
  const own = new Map(patched.map(({ patch }) => [patch.intent, patch]));
  const { report } = result;
  const patches = report.patches.map((patch) => own.get(patch.intent) ?? patch);
  return {
    result: {
      ...result,
      patched,
      // Patches in place build on each other: where one fails, none is written.
      project: patched.every(isAsBefore(result)) ? { ...result.project, tree } : result.original,
      report: { ...report, patches },
    },
    accepted,
  };
}

function isAsBefore({ patched }: RunResult) {
  return ({ patch }: PatchedIntent, index: number): boolean =>
    patch.verification.passed === patched[index]?.patch.verification.passed;
}

function failed(each: PatchedIntent, note: string): PatchedIntent {
  const { verification } = each.patch;
  const wrong = { ...verification, passed: false, notes: [...verification.notes, note] };
  return { ...each, patch: { ...each.patch, verification: wrong } };
}

/**
 * Replaces the version in the owner line. Both digests have the same length, so no other edit
 * shifts.
 */
function withVersion(each: PatchedIntent, path: string, change: AcceptedChange): PatchedIntent {
  const { patch, files } = each;
  const { verification } = patch;
  const file = files.find((one) => one.path === path);
  const old = readOwnerLine(file?.before ?? '')?.version;
  if (file?.before === undefined || old === undefined) return each;
  const offset = file.before.indexOf(old);
  const edit = { offset, length: old.length, text: change.version };
  const note = `${change.name} is a declared resource: this makes version ${change.number} its current one (${change.summary}; ${change.version}).`;
  const withEdit = (one: Patch['files'][number]) =>
    one.path === path ? { ...one, edits: [edit, ...one.edits] } : one;
  return {
    ...each,
    files: files.map((one) =>
      one.path === path ? { ...one, after: one.after.replace(old, change.version) } : one,
    ),
    patch: {
      ...patch,
      files: patch.files.map(withEdit),
      verification: { ...verification, notes: [...verification.notes, note] },
    },
  };
}
