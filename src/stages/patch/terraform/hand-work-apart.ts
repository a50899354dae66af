import type { ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { Refusal } from '../../../model/patch.ts';
import { formatPath } from '../../../model/path.ts';
import { type EditLine, formatLine, sourceLineAt } from '../place.ts';
import type { Goal } from '../types.ts';
import { callChain } from './foreign-call.ts';
import { entrancesOf } from './module/argument.ts';
import { formKey, selectorOf } from './override/form.ts';
import { stackFile } from './stack/file.ts';
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
  const { declaration, scope } = found;
  const chain = callChain(project, goal);
  const isOutside = declaration.file.path.startsWith('../');
  const isShared = isOutside || isRepeated(evaluation, found);
  if (!isShared && !work.isElsewhere) return undefined;
  if (chain.some(({ isForeign }) => isForeign)) return undefined;
  if (goal.kind === 'ignore' || goal.kind === 'unignore') return holdsForAll(work);
  const { wanted, line, isElsewhere } = work;
  const write = writeOf(wanted);
  const input = inputFor(goal, found, wanted);
  const own = write === undefined ? {} : { write };
  const further = furtherText(wanted);
  const differs = further === '' ? '' : ` There:${further}`;
  const file = stackFile(evaluation.configuration);
  const outermost = chain.at(-1);
  const modules = chain.toReversed().map(({ name }) => `\`${name}\``);
  const [only] = modules;
  const named = modules.length === 1 ? `module ${only}` : `modules ${modules.join(' and ')}`;
  const which = chain.flatMap(({ key }) => (key === undefined ? [] : [JSON.stringify(key)]));
  const alone = which.length === 0 ? '' : ` for ${which.reverse().join(' in ')} alone`;
  if (file !== undefined) {
    const nearest = { file: file.path, line: file.text.trimEnd().split('\n').length + 1 };
    const who = modules.length === 0 ? 'Give the root module' : `Give the root module and ${named}`;
    const suggestion = `${who} ${input.what}, and ${input.set}${alone} in ${formatLine(nearest)}.${differs}`;
    return { suggestion, nearest, ...own };
  }
  if (outermost !== undefined) {
    const nearest = outermost.at;
    const unset =
      goal.kind === 'delete' && modules.length === 1 ? unsetInput(project, found) : undefined;
    if (unset !== undefined) {
      const suggestion = `Set input \`${unset}\` of ${named}, without ${JSON.stringify(found.key)},${alone} in ${formatLine(nearest)}.`;
      return { suggestion, nearest };
    }
    const suggestion = `Give ${named} ${input.what}, and ${input.set}${alone} in ${formatLine(nearest)}.${differs}`;
    return { suggestion, nearest, ...own };
  }
  const { repetition } = scope;
  const { workspace } = evaluation.configuration;
  const at = goal.kind === 'delete' ? collectionLine(project, found) : line;
  if (at === undefined) return undefined;
  const here = isElsewhere ? [`\`terraform.workspace\` is ${JSON.stringify(workspace)}`] : [];
  const instance =
    repetition === undefined || goal.kind === 'delete'
      ? []
      : [`\`${selectorOf(repetition)}\` is ${JSON.stringify(formKey(repetition))}`];
  const conditions = [...here, ...instance];
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const suggestion = `${input.task}${where}, in ${formatLine(at)}.${differs}`;
  return { suggestion, nearest: at, ...own };
}

/** The input that lists the instances of a resource, if the call leaves it out. */
function unsetInput(
  { evaluation }: Project,
  { declaration: { forEach }, scope: { repetition: _, ...outside } }: ResourceInstance,
): string | undefined {
  if (forEach === undefined) return undefined;
  const scope = evaluation.inFile(outside, forEach.file);
  const use = { evaluation, expr: forEach.expr, scope, rest: [], label: '', depth: 0 } as const;
  for (const entrance of entrancesOf({ ...use, kind: 'for_each entry' })) {
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
  goal: Exclude<Goal, { kind: 'create' | 'ignore' | 'unignore' }>,
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
          task: `Take ${member} out of ${what} of ${name} alone`,
        };
  }
  if (goal.value === null) {
    return {
      what: `an input that decides whether ${name} has ${what}, true by default`,
      set: 'set it to `false`',
      task: `Take ${what} out of ${name} alone`,
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
