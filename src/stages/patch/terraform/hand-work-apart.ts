import type { ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { Refusal } from '../../../model/patch.ts';
import { formatPath } from '../../../model/path.ts';
import { type EditLine, formatLine, sourceLineAt } from '../place.ts';
import type { Goal } from '../types.ts';
import { callChain } from './foreign-call.ts';
import { entrancesOf } from './module/argument.ts';
import { formKey, overlaySelector } from './override/form.ts';
import { stackFile } from './stack/file.ts';
import { repetitionUse } from './trace/context.ts';
import type { Project } from './types.ts';
import { furtherText, type WantedText } from './wanted-text.ts';

/** What is known of the work: what is wanted, who else has the code, and where it is. */
export interface SharedWork {
  readonly wanted: WantedText;
  /** The code belongs to other stacks, too. */
  readonly isElsewhere: boolean;
  /** The line that declares the value. */
  readonly line: EditLine | undefined;
}

/**
 * For code that others share: the place where this instance or stack alone can differ. Undefined if
 * nothing shares it, or if there is no such place.
 */
export function workApart(
  project: Project,
  goal: Goal,
  work: SharedWork,
): Pick<Refusal, 'suggestion' | 'nearest' | 'write'> | undefined {
  const { evaluation } = project;
  const found = evaluation.instance(goal.address);
  if (found === undefined || goal.kind === 'create') return undefined;
  const { declaration } = found;
  const isOutside = declaration.file.path.startsWith('../');
  const isShared = isOutside || isRepeated(evaluation, found);
  if (!isShared && !work.isElsewhere) return undefined;
  if (callChain(project, goal).some(({ isForeign }) => isForeign)) return undefined;
  if (goal.kind === 'ignore' || goal.kind === 'unignore') return holdsForAll(work);
  const { wanted } = work;
  const step = stepApart(project, goal, found, work);
  if (step === undefined) return undefined;
  const write = writeOf(wanted);
  const further = furtherText(wanted);
  const differs = further === '' ? '' : ` There:${further}`;
  return {
    suggestion: `${step.task} in ${formatLine(step.at)}.${differs}`,
    nearest: step.at,
    ...(write === undefined ? {} : { write }),
  };
}

type SharedGoal = Exclude<Goal, { kind: 'create' | 'ignore' | 'unignore' }>;

/** What to do, as the beginning of a sentence that ends with the line. */
interface WorkStep {
  readonly task: string;
  readonly at: EditLine;
}

/** In the file of the stack, else in the call of the module, else under a condition. */
function stepApart(
  project: Project,
  goal: SharedGoal,
  found: ResourceInstance,
  work: SharedWork,
): WorkStep | undefined {
  const { what, set } = inputFor(goal, found, work.wanted);
  const file = stackFile(project.evaluation.configuration);
  const calls = callChain(project, goal).toReversed();
  const [outermost] = calls;
  const names = calls.map(({ name }) => `\`${name}\``);
  const named = `${names.length === 1 ? 'module' : 'modules'} ${names.join(' and ')}`;
  const keys = calls.flatMap(({ key }) => (key === undefined ? [] : [JSON.stringify(key)]));
  const alone = keys.length === 0 ? '' : ` for ${keys.join(' in ')} alone`;
  if (file !== undefined) {
    const at = { file: file.path, line: file.text.trimEnd().split('\n').length + 1 };
    const whom = names.length === 0 ? 'the root module' : `the root module and ${named}`;
    return { task: `Give ${whom} ${what}, and ${set}${alone}`, at };
  }
  if (outermost === undefined) return conditionalStep(project, goal, found, work);
  const { at } = outermost;
  const isListed = goal.kind === 'delete' && calls.length === 1;
  const unset = isListed ? unsetInput(project, found) : undefined;
  if (unset === undefined) return { task: `Give ${named} ${what}, and ${set}${alone}`, at };
  const without = JSON.stringify(found.key);
  return { task: `Set input \`${unset}\` of ${named}, without ${without},${alone}`, at };
}

/** In the root module, where only a condition on the workspace or the instance tells them apart. */
function conditionalStep(
  project: Project,
  goal: SharedGoal,
  found: ResourceInstance,
  { wanted, isElsewhere, line }: SharedWork,
): WorkStep | undefined {
  const { repetition } = found.scope;
  const { workspace } = project.evaluation.configuration;
  const at = goal.kind === 'delete' ? collectionLine(project, found) : line;
  if (at === undefined) return undefined;
  const conditions = [
    ...(isElsewhere ? [`\`terraform.workspace\` is ${JSON.stringify(workspace)}`] : []),
    ...(repetition === undefined || goal.kind === 'delete'
      ? []
      : [`\`${overlaySelector(repetition)}\` is ${JSON.stringify(formKey(repetition))}`]),
  ];
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return { task: `${inputFor(goal, found, wanted).task}${where},`, at };
}

/** The input that lists the instances of a resource, if the call leaves it out. */
function unsetInput(
  { evaluation }: Project,
  { declaration: { forEach }, scope }: ResourceInstance,
): string | undefined {
  if (forEach === undefined) return undefined;
  for (const entrance of entrancesOf(repetitionUse(evaluation, scope, forEach, ''))) {
    if (entrance.kind === 'unset') return entrance.definition.declaration.name;
  }
  return undefined;
}

/** True if the same block also makes other instances, here or through another call. */
function isRepeated(evaluation: Evaluation, { declaration, scope }: ResourceInstance): boolean {
  const { module } = scope.instance;
  if (evaluation.instancesOf(declaration).length > 1) return true;
  if (module.path.length === 0) return false;
  return [...evaluation.configuration.modules.values()].some(
    (other) => other !== module && other.dir === module.dir,
  );
}

function writeOf(wanted: WantedText): string | undefined {
  return wanted.kind === 'value' ? wanted.write : wanted.entry?.write;
}

/** What a module would have to be given, and what to do in its call or in the root. */
interface WantedInput {
  readonly what: string;
  readonly set: string;
  /** The same without an input, for one instance of a block in the root module. */
  readonly task: string;
}

function inputFor(
  goal: SharedGoal,
  { address, declaration, key, scope }: ResourceInstance,
  wanted: WantedText,
): WantedInput {
  const within = scope.instance.address;
  const name = within === '' ? address : address.slice(within.length + 1);
  const all = `${declaration.type}.${declaration.name}`;
  const write = writeOf(wanted);
  if (goal.kind === 'delete') {
    if (key === undefined) {
      const what = `an input that decides whether ${name} exists, true by default`;
      return { what, set: 'set it to `false`', task: `Leave ${name} out` };
    }
    const member = JSON.stringify(key);
    const isIndex = typeof key === 'number';
    const meta = isIndex ? 'count' : 'for_each';
    return {
      what: `an input for the ${meta} of ${all} that has the present one as its default`,
      set: isIndex ? `set it to \`${key}\`` : `leave ${member} out of it`,
      task: isIndex
        ? `Lower the count of ${all} alone to \`${key}\``
        : `Leave ${member} out of the for_each of ${all} alone`,
    };
  }
  const what = `\`${formatPath(goal.path)}\``;
  if (goal.kind === 'element') {
    const member = write === undefined ? 'the member' : `\`${write}\``;
    return goal.action === 'add'
      ? {
          what: `an input for more ${what} of ${name}, empty by default`,
          set: `put ${member} into it`,
          task: `Add ${member} to ${what} of ${name} alone`,
        }
      : {
          what: `an input for ${what} of ${name} that has the present ones as its default`,
          set: `leave ${member} out of it`,
          task: `Remove ${member} from ${what} of ${name} alone`,
        };
  }
  if (goal.value === null) {
    return {
      what: `an input that decides whether ${name} has ${what}, true by default`,
      set: 'set it to `false`',
      task: `Remove ${what} from ${name} alone`,
    };
  }
  const entry = wanted.kind === 'document' ? wanted.entry : undefined;
  const place = entry === undefined ? `${what} of ${name}` : `${entry.place} in ${what} of ${name}`;
  if (wanted.kind === 'document' && entry === undefined) {
    return {
      what: `an input that decides what ${place} says, with what it says now as its default`,
      set: 'set it',
      task: `Change ${place} alone`,
    };
  }
  const value = write === undefined ? '' : ` to \`${write}\``;
  return {
    what: `an input for ${place} that ${entry?.isNew === true ? 'sets nothing by default' : 'has the old value as its default'}`,
    set: `set it${value}`,
    task: `Set ${place} alone${value}`,
  };
}

/** Where the instances of a resource are counted or listed, or the resource itself. */
function collectionLine({ tree }: Project, { declaration }: ResourceInstance): EditLine {
  const { file, block, count, forEach } = declaration;
  const own = count ?? forEach;
  return own === undefined
    ? sourceLineAt(tree, file, block.start)
    : sourceLineAt(tree, own.file, own.expr.start);
}

/** `ignore_changes` cannot depend on anything. */
function holdsForAll({ line }: SharedWork): Pick<Refusal, 'suggestion' | 'nearest'> {
  return {
    suggestion:
      '`ignore_changes` holds for everything that the block makes: leave the value to others for all of them, or give this one a block of its own.',
    ...(line === undefined ? {} : { nearest: line }),
  };
}
