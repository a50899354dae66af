import type { ResourceDefinition } from '../../code/terraform/config/blocks.ts';
import { loadConfiguration } from '../../code/terraform/config/load.ts';
import { createParseCache } from '../../code/terraform/config/parse-cache.ts';
import { followMoves } from '../../code/terraform/moves/follow.ts';
import type { CodeRepository, OtherStack } from '../../code/terraform/repository/types.ts';
import { createStateIndex } from '../../code/terraform/state/index.ts';
import { parseState } from '../../code/terraform/state/parse.ts';
import type { TerraformState } from '../../code/terraform/state/types.ts';
import { formatProblem } from '../../model/result.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { FindElsewhere, StackReach } from '../../stages/patch/elsewhere.ts';
import {
  coversImpact,
  createReachedReader,
  type IsEquivalent,
} from '../../stages/patch/terraform/goal.ts';
import { blastRadius, type RadiusComparison } from '../../stages/patch/terraform/radius.ts';
import type { Project } from '../../stages/patch/terraform/types.ts';
import type { Goal } from '../../stages/patch/types.ts';
import { type Wishes, wishesIn } from '../patch/wishes.ts';
import { brokenCode, type Loaded, loadProject } from './load-project.ts';

/** A stack as it is on disk. */
interface Held {
  readonly stack: OtherStack;
  readonly loaded: Loaded;
  readonly onCode: boolean;
}

/**
 * The goals of stacks that are processed together, and which values the provider treats as equal.
 */
export interface Together {
  readonly wishes: readonly Wishes[];
  readonly same: IsEquivalent;
}

/**
 * Compares the other stacks of a repository before and after an edit. Only those whose modules are
 * edited are read and evaluated, each once. `original` is the current stack's tree on disk;
 * differences from it are edits.
 */
export function createElsewhere(
  repository: CodeRepository,
  original: SourceTree,
  comparison: RadiusComparison,
  { wishes, same }: Together,
): FindElsewhere {
  const held = new Map<string, Held>();
  const projects = new Map<string, Project>();
  const holdOne = (stack: OtherStack): Held => {
    const known = held.get(stack.title) ?? hold(stack, comparison.schema);
    held.set(stack.title, known);
    return known;
  };
  const projectWith = (one: Held, tree: SourceTree): Project => {
    const edited = editsIn(original, tree);
    const key = JSON.stringify([one.stack.title, [...edited]]);
    const known = projects.get(key) ?? one.loaded.load(withEdits(one.stack, edited));
    // The latest tree is usually the base of the next edit.
    if (projects.size > maxKept) projects.clear();
    projects.set(key, known);
    return known;
  };
  return (before, after) => {
    const paths = [...after.keys()].filter((path) => before.get(path) !== after.get(path));
    const readers = repository.readersOf(paths);
    return readers?.map((stack) => {
      const one = holdOne(stack);
      const changed = new Set(paths.map(stack.pathOf));
      const [from, to] = [projectWith(one, before), projectWith(one, after)];
      const reach = reachOf(one, from, to, changed, comparison);
      return withSettled(reach, wishesIn(wishes, stack.stack), to, same);
    });
  };
}

/** Number of evaluations kept: a few for each of some dozen stacks. */
const maxKept = 200;

const noState: TerraformState = {
  format: 'v4',
  serial: 0,
  lineage: '',
  terraformVersion: '',
  resources: [],
};

function hold(stack: OtherStack, schema: ProviderSchema): Held {
  const state =
    stack.state === undefined ? undefined : parseState(stack.state, 'terraform.tfstate');
  const known = state?.ok === true ? state.value : undefined;
  const options = { ...stack.options, cache: createParseCache() };
  const { configuration } = loadConfiguration(stack.tree, options);
  const index = createStateIndex(followMoves(known ?? noState, configuration), schema);
  const loaded = loadProject(stack.tree, options, index, { assumes: true });
  return { stack, loaded, onCode: known === undefined };
}

/** Files of the current stack that differ from those on disk. */
function editsIn(original: SourceTree, tree: SourceTree): ReadonlyMap<string, string> {
  return new Map([...tree].filter(([path, text]) => original.get(path) !== text));
}

function withEdits(stack: OtherStack, edits: ReadonlyMap<string, string>): SourceTree {
  if (edits.size === 0) return stack.tree;
  return new Map([
    ...stack.tree,
    ...[...edits].map(([path, text]) => [stack.pathOf(path), text] as const),
  ]);
}

function reachOf(
  { stack, loaded, onCode }: Held,
  before: Project,
  after: Project,
  changed: ReadonlySet<string>,
  comparison: RadiusComparison,
): StackReach {
  const broken = brokenCode(loaded.problems);
  return {
    stack: stack.title,
    impacts: blastRadius(before.evaluation, after.evaluation, comparison),
    settled: [],
    touched: touchedBy(before, after, changed),
    ...(broken === undefined ? {} : { broken: formatProblem(broken) }),
    onCode,
  };
}

/** Separates the impacts that the other stack's goals want from the rest. */
function withSettled(
  reach: StackReach,
  goals: readonly Goal[],
  { evaluation }: Project,
  same: IsEquivalent,
): StackReach {
  const reached = goals.filter(createReachedReader(evaluation, same));
  const settled = reach.impacts.filter((impact) =>
    reached.some((goal) => coversImpact(goal, impact)),
  );
  return { ...reach, settled, impacts: reach.impacts.filter((one) => !settled.includes(one)) };
}

/** Instances of the resource blocks whose text differs. */
function touchedBy(
  before: Project,
  after: Project,
  changed: ReadonlySet<string>,
): readonly string[] {
  const { modules } = after.evaluation.configuration;
  return [...modules.values()].flatMap((module) =>
    [...module.resources].flatMap(([name, declaration]) => {
      if (!changed.has(declaration.file.path)) return [];
      const { modules: earlier } = before.evaluation.configuration;
      const old = earlier.get(module.path.join('.'))?.resources.get(name);
      if (old !== undefined && textOf(old) === textOf(declaration)) return [];
      return after.evaluation.instancesOf(declaration).map(({ address }) => address);
    }),
  );
}

function textOf({ file, block }: ResourceDefinition): string {
  return file.text.slice(block.start, block.end);
}
