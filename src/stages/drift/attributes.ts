import { openPath } from '../../model/credential/path.ts';
import type { Drift, DriftValue, Write } from '../../model/drift.ts';
import type { Json } from '../../model/json.ts';
import { type AttributePath, pathKey } from '../../model/path.ts';
import { credentialWithin, hidingCredentials } from './credential.ts';
import { type DeclaredTree, declaredTreeAt, declaredTreeOf } from './declared.ts';
import {
  type AddressMove,
  algebras,
  historyAt,
  isNamedResource,
  type ValueHistory,
} from './history.ts';
import { coversPath, type Judged, judgeDrift, shownSide } from './judge.ts';
import { type LeafContext, type ValueLeaf, type Versions, valueLeaves } from './leaves.ts';
import type { Overlay } from './live.ts';
import { type ManagedResources, makeDrift } from './report.ts';
import { loggedTree, shownCall } from './shown-call.ts';
import { type StateOnlyValue, stateOnlyValue } from './state-only.ts';
import { isBlankTree, isMask, treeOfSide, type ValueTree } from './tree.ts';
import type { AttributeHint, NetDriftInput } from './types.ts';
import { isLatestVersion } from './version.ts';

export interface JudgedLeaf extends Judged {
  readonly path: AttributePath;
  readonly declared: DriftValue;
  readonly stateOnly?: StateOnlyValue;
  toDrift(): Drift;
}

export interface AttributesBeside {
  /** The values that the provider read. */
  readonly live?: Overlay | undefined;
  /** The same moves in the other orders in which they may have happened. */
  readonly others?: readonly (readonly AddressMove[])[];
}

/** An attribute or block of a resource, with what is known of all its leaves. */
interface JudgedRoot {
  readonly path: AttributePath;
  readonly moves: readonly AddressMove[];
  readonly live: Overlay | undefined;
  readonly context: LeafContext;
  readonly declared: DeclaredTree;
  readonly history: ValueHistory;
  readonly versions: Versions;
  /** True for the number of the latest version, which the provider counts. */
  readonly isLatest: boolean;
}

/**
 * The leaves at and below `root`, judged by everything that happened there and by the live values.
 */
export function judgedLeaves(
  input: NetDriftInput,
  resource: ManagedResources,
  root: AttributePath,
  moves: readonly AddressMove[],
  { live, others = [] }: AttributesBeside = {},
): readonly JudgedLeaf[] {
  const { address } = resource;
  const context = leafContext(input, resource, moves, live);
  const stated = input.baseline(address, root);
  const declared = declaredTreeAt(input, address, root, stated);
  // Secrets are removed when a state is read, so the code's values of them count as applied.
  const isMarked = context.hint(root)?.sensitive === true || live?.opens(root) === true;
  const isHidden = stated === undefined && isMarked;
  const base = isHidden ? declared.tree : stated;
  const history = historyAt(root, base, moves, context.algebraAt);
  const { snapshots } = history;
  const steps = snapshots.map(({ tree }) => tree);
  const logged = snapshots.length === 0 ? base : steps.at(-1);
  const named = isNamedResource(root, moves);
  const read = live === undefined ? [] : [live.at(root, { base, logged, named })];
  const last = live === undefined ? logged : read[0];
  const isLatest =
    declared.tree === undefined && isLatestVersion(input, resource, root, moves, last);
  const versions: Versions = {
    base,
    steps: [...steps, ...read],
    logged: snapshots.some((each) => each.logged !== undefined)
      ? snapshots.map(loggedTree)
      : undefined,
    declared: declared.tree,
    others: others.map((order) => {
      const last = historyAt(root, base, order, context.algebraAt).snapshots.at(-1);
      return last === undefined ? base : last.tree;
    }),
  };
  const judged = { path: root, moves, live, context, declared, history, versions, isLatest };
  return valueLeaves(context, root, versions).map((leaf) =>
    judgedLeaf(input, resource, judged, leaf),
  );
}

function leafContext(
  input: NetDriftInput,
  { address, type }: ManagedResources,
  moves: readonly AddressMove[],
  live: Overlay | undefined,
): LeafContext {
  return {
    hint: (path) => {
      const provided = input.hint(type, path);
      const hint =
        live?.opens(path) === true && provided?.sensitive === true
          ? { ...provided, sensitive: false }
          : provided;
      return input.isSecret?.(address, path) === true ? { ...hint, sensitive: true } : hint;
    },
    algebraAt: algebras(input.elements, type),
    memberPaths: new Set(
      moves.filter(({ change }) => change.kind !== 'set').map(({ change }) => pathKey(change.path)),
    ),
  };
}

function judgedLeaf(
  input: NetDriftInput,
  resource: ManagedResources,
  root: JudgedRoot,
  found: ValueLeaf,
): JudgedLeaf {
  const { address } = resource;
  const { moves, live, context, declared, history, versions } = root;
  const own = declared.unknown ? declaredTreeOf(input, address, found) : declared;
  const path = openPath(found.path);
  const before = input.before?.(address, path);
  const tree = declared.unknown ? own.tree : found.versions.declared;
  const leaf = withDeclared(found, own.from === 'state' ? treeBefore(tree, before) : tree);
  const credential = credentialWithin(leaf);
  const known = context.hint(leaf.path);
  const provided = root.isLatest ? { ...known, computedOnly: true } : known;
  const hint = credential === undefined ? provided : hidingCredentials(provided, leaf.path);
  const judged = judgeDrift(leaf, history.snapshots, {
    hint,
    ignored: (change) => input.ignored?.(address, leaf.path, change) ?? false,
    remembered: before,
    reading: (value) => readingOf(input, resource, path, history, value),
  });
  const sides = {
    declared: shownSide(leaf.versions.declared, hint),
    declaredFrom: own.from,
    live: judged.live,
    ...(judged.loggedValue === undefined ? {} : { loggedValue: judged.loggedValue }),
    ...(live?.confirms(leaf.path, leaf.versions.steps.at(-1)) === true && { confirmed: true }),
    writes: judged.writes,
    ...(credential === undefined ? {} : { credential }),
  };
  const isLeftOut = isFilled(context.hint(root.path), versions.declared);
  const filled = hint?.computed === true || isLeftOut;
  const notes = notesOn(leaf, { hint, filled }, judged, versions.declared);
  const toDrift = (): Drift => makeDrift(resource, path, { ...sides, ...notes });
  const stated =
    isLeftOut || before !== undefined
      ? undefined
      : stateOnlyValue(input, resource, context, { ...{ leaf, judged, hint, moves }, ...sides });
  const leafOwn = { path, declared: sides.declared, toDrift };
  return { ...judged, ...leafOwn, ...(stated === undefined ? {} : { stateOnly: stated }) };
}

/** The read as a write of its own, unless it shows what a call in the log did. */
function readingOf(
  { reading }: NetDriftInput,
  resource: ManagedResources,
  path: AttributePath,
  history: ValueHistory,
  value: DriftValue,
): Write | undefined {
  if (reading === undefined) return undefined;
  if (shownCall(history, path, reading.at) !== undefined) return undefined;
  const event = reading.eventOf(resource, path);
  return event === undefined ? undefined : { event, time: reading.at, value };
}

/**
 * Uses the state's value from before the drift. If only the state stands in for the code, a refresh
 * must not turn a drifted value into the declared one.
 */
function treeBefore(
  tree: ValueTree | undefined,
  before: DriftValue | undefined,
): ValueTree | undefined {
  return before === undefined ? tree : treeOfSide(before);
}

function withDeclared(leaf: ValueLeaf, declared: ValueTree | undefined): ValueLeaf {
  if (leaf.versions.declared === declared) return leaf;
  return { ...leaf, versions: { ...leaf.versions, declared } };
}

/** True for all parts of an attribute or block that the code leaves to the provider. */
function isFilled(root: AttributeHint | undefined, declared: ValueTree | undefined): boolean {
  return root?.computed === true && isBlankTree(declared);
}

/** What a reader of the drift should know beyond its two sides. */
function notesOn(
  leaf: ValueLeaf,
  { hint, filled }: { readonly hint: AttributeHint | undefined; readonly filled: boolean },
  { live, before }: Pick<Judged, 'live' | 'before'>,
  declaredRoot: ValueTree | undefined,
): { unapplied?: Json; undeclared?: boolean } {
  const { declared } = leaf.versions;
  // A value that a refresh has since written into the state does not make the code unapplied.
  const base = treeOfSide(before);
  const isMember = leaf.path.some((step) => typeof step === 'object');
  if (isBlankTree(isMember ? declaredRoot : declared)) {
    return filled ? { undeclared: true } : {};
  }
  // Code without a value may still mean the provider's default, so only a value can be unapplied.
  if (isBlankTree(declared) || leaf.compares === 'presence' || live.kind !== 'value') return {};
  if (hint?.sensitive === true || isMask(declared)) return {};
  if (hint?.hides?.((base ?? null) as Json) === true) return {};
  return coversPath(declared, base, leaf, hint) ? {} : { unapplied: (base ?? null) as Json };
}
