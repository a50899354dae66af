import type { Problem } from '../../../model/result.ts';
import type { AffectedNames } from './affected/find.ts';
import { createBrokenConditions } from './conditions.ts';
import type { Module } from './configuration.ts';
import { moduleScope } from './expand.ts';
import type { SourceExpression } from './source.ts';
import type { Evaluation } from './types.ts';

/**
 * Finds expressions that could be evaluated before an edit and fail after it, so that no plan can
 * be made: an index that is gone, a reference to nothing. Everything with one of the `names` is
 * evaluated, including what shows in no resource.
 */
export function createFailureFinder(): (
  before: Evaluation,
  after: Evaluation,
  names: AffectedNames,
) => readonly Problem[] {
  const examined = new WeakSet<Evaluation>();
  const brokenConditions = createBrokenConditions();
  return (before, after, names) => {
    examineNames(after, names);
    const suspected = after.diagnostics();
    if (suspected.length === 0) return [];
    examineNames(before, names);
    const found = failuresSince(before, after, suspected);
    if (found.length === 0 || examined.has(before)) return found;
    // What only the later evaluation happened to look at may have failed all along.
    examined.add(before);
    examineAll(before);
    Array.from(brokenConditions(before));
    return failuresSince(before, after, found);
  };
}

function failuresSince(
  before: Evaluation,
  after: Evaluation,
  suspected: readonly Problem[],
): readonly Problem[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const earlier = new Set<string>();
  for (const problem of before.diagnostics()) {
    earlier.add(byLine(problem, old)).add(byMessage(problem));
  }
  return suspected.filter((problem) => {
    // An edit moves lines, and may change the one that failed before.
    const line = textOf(problem, now);
    const isUntouched = line !== undefined && old(problem.place?.file)?.includes(line) === true;
    return !earlier.has(isUntouched ? byLine(problem, now) : byMessage(problem));
  });
}

type LinesOf = (file: string | undefined) => readonly string[] | undefined;

function linesOf({ configuration }: Evaluation): LinesOf {
  const known = new Map<string, readonly string[]>();
  return (file) => {
    const text = file === undefined ? undefined : configuration.tree.get(file);
    if (file === undefined || text === undefined) return undefined;
    const lines = known.get(file) ?? text.split('\n');
    known.set(file, lines);
    return lines;
  };
}

function textOf({ place }: Problem, lines: LinesOf): string | undefined {
  return place?.line === undefined ? undefined : lines(place.file)?.[place.line - 1];
}

function byLine(problem: Problem, lines: LinesOf): string {
  return JSON.stringify([problem.place?.file, 'line', textOf(problem, lines)]);
}

function byMessage({ place, message }: Problem): string {
  return JSON.stringify([place?.file, 'message', message]);
}

function examineNames(evaluation: Evaluation, names: AffectedNames): void {
  for (const [key, own] of names) {
    const module = evaluation.configuration.modules.get(key);
    if (module === undefined) continue;
    const items = new Set([...own].map((name) => name.split('|', 1)[0] ?? name));
    for (const item of items) examine(evaluation, module, item);
  }
}

function examineAll(evaluation: Evaluation): void {
  for (const module of evaluation.configuration.modules.values()) {
    for (const name of module.locals.keys()) examine(evaluation, module, `local.${name}`);
    for (const name of module.outputs.keys()) examine(evaluation, module, `output.${name}`);
    for (const name of module.data.keys()) examine(evaluation, module, `data.${name}`);
    for (const call of module.calls.values()) {
      for (const name of call.inputs.keys()) {
        examine(evaluation, module, `module.${call.name}>${name}`);
      }
    }
  }
  for (const address of evaluation.addresses()) evaluation.attributes(address);
}

/** Evaluates what a name stands for, in all instances of its module. */
function examine(evaluation: Evaluation, module: Module, name: string): void {
  const [item = name, input] = name.split('>');
  const [kind, ...rest] = item.split('.');
  const own = rest.join('.');
  switch (kind) {
    case 'local':
      evaluateIn(evaluation, module, module.locals.get(own));
      return;
    case 'output':
      evaluateIn(evaluation, module, module.outputs.get(own)?.value);
      return;
    case 'data': {
      const declaration = module.data.get(own);
      if (declaration === undefined) return;
      for (const { address } of evaluation.instancesOf(declaration)) evaluation.attributes(address);
      return;
    }
    case 'module': {
      const call = module.calls.get(own);
      const argument = input === undefined ? undefined : call?.inputs.get(input);
      if (call?.module === undefined || argument === undefined) return;
      for (const { caller } of evaluation.moduleInstances(call.module)) {
        if (caller === undefined) continue;
        evaluation.evaluate(argument.expr, evaluation.inFile(caller.scope, argument.file));
      }
      return;
    }
  }
}

function evaluateIn(
  evaluation: Evaluation,
  module: Module,
  source: SourceExpression | undefined,
): void {
  if (source === undefined) return;
  for (const instance of evaluation.moduleInstances(module)) {
    evaluation.evaluate(source.expr, moduleScope(instance, source.file));
  }
}
