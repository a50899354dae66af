import type { JudgeBranch } from '../../app/guard/deps.ts';
import { readKnownDrifts } from '../../app/guard/known-drifts.ts';
import { fromLedger, fromNotes, isFirst } from '../../app/guard/plan/recall.ts';
import {
  allDeclarations,
  committedDeclarations,
  storedDeclarations,
} from '../../app/run/declarations.ts';
import { valueToJson } from '../../code/hcl/eval/json.ts';
import { isSensitiveDeep } from '../../code/hcl/eval/marks.ts';
import { createEvaluation } from '../../code/terraform/config/evaluation.ts';
import { loadConfiguration } from '../../code/terraform/config/load.ts';
import type { Evaluation } from '../../code/terraform/config/types.ts';
import type { Program } from '../../code/terraform/program.ts';
import { readProject } from '../../code/terraform/project/read.ts';
import { addVariableFiles } from '../../code/terraform/project/variable-files.ts';
import { readConfig } from '../../config/read.ts';
import type { ConfigFile } from '../../config/schema.ts';
import type { Stack } from '../../config/service/stacks.ts';
import { isAtOrBelow } from '../../model/address.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import type { Checkout } from '../../ports/checkouts.ts';
import { brokenCode } from '../../reconcile/managed/load-project.ts';
import { type CodePlace, type CodeSide, judgeCode, memberIn } from '../../stages/guard/code.ts';
import { findDelegations } from '../../stages/patch/terraform/delegation.ts';
import { ignoredPaths, isIgnoredPath } from '../../stages/patch/terraform/ignored.ts';
import type { Project } from '../../stages/patch/terraform/types.ts';
import { fileOutside } from './stack-config.ts';

/** Chooses the program that reads the code of a project; undefined where none is installed. */
export type ChooseProgram = (root: string, tree: SourceTree) => Promise<Program | undefined>;

/** Reads the code of both branches with the settings of the base, and compares what it declares. */
export function createBranchJudge(choose: ChooseProgram): JudgeBranch {
  return (input) => judgeBranch(choose, input);
}

async function judgeBranch(
  choose: ChooseProgram,
  { stack, base, head, store, now }: Parameters<JudgeBranch>[0],
): ReturnType<JudgeBranch> {
  const own = await readConfig(base.root, undefined);
  if (!own.ok) return own;
  const from = await readCode(choose, stack, base, own.value);
  if (!from.ok) return from;
  const to = await readCode(choose, stack, head, own.value);
  if (!to.ok) return to;
  const branches = [from.value.evaluation, to.value.evaluation] as const;
  const noted = fromNotes(findDelegations(from.value, now));
  const known = {
    drifts: await readKnownDrifts(store, now),
    delegations: [...noted, ...(await fromLedger(store, released(...branches), now))].filter(
      isFirst,
    ),
    declarations: allDeclarations(
      committedDeclarations(own.value),
      await storedDeclarations(store),
    ),
  };
  const sidesOf = (place: CodePlace) => ({
    base: sideOf(branches[0], place),
    head: sideOf(branches[1], place),
  });
  const addresses = [...new Set(branches.flatMap((each) => each.addresses()))].sort();
  return ok({
    touches: !isSame(from.value.tree, to.value.tree),
    isWatched: Object.values(known).some(({ length }) => length > 0),
    found: judgeCode(known, { addresses, sidesOf }, now),
  });
}

/**
 * Resources for which the head ignores other fields than the base does, or which it no longer has.
 */
function released(base: Evaluation, head: Evaluation): readonly string[] {
  const left = (evaluation: Evaluation, address: string) =>
    JSON.stringify(ignoredPaths(evaluation, address));
  const nothing = JSON.stringify([]);
  return base
    .addresses()
    .filter((address) => left(base, address) !== nothing)
    .filter((address) => left(base, address) !== left(head, address));
}

/**
 * Reads code with the variable files that the base's settings name, so that a branch cannot choose
 * them.
 */
async function readCode(
  choose: ChooseProgram,
  stack: Stack,
  checkout: Checkout,
  settings: ConfigFile,
): Promise<Result<Project>> {
  const named = stack.var_files.length > 0 ? stack.var_files : settings.var_files;
  const inside = fileOutside({ ...settings, var_files: named }, checkout);
  if (!inside.ok) return inside;
  const read = await readProject(checkout.root, {
    needsCode: false,
    top: checkout.top,
    isClosed: true,
  });
  if (!read.ok) return read;
  const files = addVariableFiles(checkout.root, read.value, named);
  if (!files.ok) return files;
  const { tree, links, unread, varFiles } = files.value;
  const product = await choose(checkout.root, tree);
  const options = {
    ...{ varFiles, env: {}, workspace: stack.workspace, links, unread },
    ...(product === undefined ? {} : { product }),
  };
  const { configuration, problems } = loadConfiguration(tree, options);
  const broken = brokenCode(problems);
  if (broken !== undefined) return fail(broken);
  return ok({ tree, evaluation: createEvaluation(configuration) });
}

function sideOf(evaluation: Evaluation, place: CodePlace): CodeSide {
  const { address, path } = place;
  if (evaluation.instance(address) === undefined) {
    const isOpen = evaluation.unexpanded().some((each) => isAtOrBelow(address, each.address));
    return { kind: isOpen ? 'unknown' : 'gone' };
  }
  if (path.length === 0) return { kind: 'absent' };
  if (isIgnoredPath(evaluation, address, path)) return { kind: 'left' };
  const [first, key] = path;
  const tag =
    first === 'tags' && typeof key === 'string' && path.length === 2
      ? evaluation.defaultTags(address).get(key)?.value
      : undefined;
  const value = evaluation.valueAt(address, path) ?? tag;
  if (value === undefined) return memberSide(evaluation, place);
  const json = valueToJson(value);
  if (json === undefined) return { kind: 'unknown' };
  return { kind: 'value', value: json, ...(isSensitiveDeep(value) ? { secret: true } : {}) };
}

/** A member of a set that the code may declare as part of a larger value. */
function memberSide(evaluation: Evaluation, { address, path }: CodePlace): CodeSide {
  const index = path.findIndex((step) => typeof step === 'object');
  if (index < 1) return { kind: 'absent' };
  const value = evaluation.valueAt(address, path.slice(0, index));
  if (value === undefined) return { kind: 'absent' };
  const list = valueToJson(value);
  if (list === undefined) return { kind: 'unknown' };
  const type = evaluation.instance(address)?.declaration.type ?? '';
  const member = memberIn({ type, path }, index, list);
  return member === undefined ? { kind: 'absent' } : { kind: 'value', value: member };
}

function isSame(one: SourceTree, other: SourceTree): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}
