import { lastAttribute, mergedBlocks, plainString, topBlocks } from './body.ts';
import type { Module } from './configuration.ts';
import { addressInModule, moduleScope } from './expand.ts';
import type { Scope } from './scope.ts';
import type { SourceBlock, SourceFile } from './source.ts';
import type { Evaluation } from './types.ts';

/** A condition of the configuration that does not hold, so that no plan can be made. */
export interface BrokenCondition {
  readonly kind: 'validation' | 'precondition' | 'postcondition';
  /** `var.days`, `module.logs.output.name` or the address of a resource. */
  readonly address: string;
  /** The message of the block, if it is plain text. */
  readonly message?: string;
}

interface Rule {
  readonly kind: BrokenCondition['kind'];
  readonly block: SourceBlock;
}

/** The conditions that one top-level block states. */
interface Stated {
  readonly type: string;
  readonly labels: readonly string[];
  readonly rules: readonly Rule[];
}

export type BrokenConditions = (evaluation: Evaluation) => Generator<BrokenCondition>;

/**
 * Finds what the configuration's own conditions do not allow. Those that cannot be evaluated count
 * as met, and so do `check` blocks, which only warn. What a file states is kept with the file. See
 * https://developer.hashicorp.com/terraform/language/validate
 */
export function createBrokenConditions(): BrokenConditions {
  const known = new WeakMap<SourceFile, readonly Stated[]>();
  const statedIn = (file: SourceFile): readonly Stated[] => {
    const stated = known.get(file) ?? readStated(file);
    known.set(file, stated);
    return stated;
  };
  return function* brokenConditions(evaluation) {
    for (const module of evaluation.configuration.modules.values()) {
      const stated = [...module.files.values()].flatMap(statedIn);
      if (stated.length > 0) yield* brokenIn(evaluation, module, stated);
    }
  };
}

function readStated(file: SourceFile): readonly Stated[] {
  if (!file.text.includes('condition')) return [];
  return topBlocks(file).flatMap((block) => {
    // Bodies are parsed on first use, and most blocks state nothing.
    if (!file.text.slice(block.start, block.end).includes('condition')) return [];
    const rules = rulesOf({ file, block });
    const labels = block.labels.map(({ text }) => text);
    return rules.length === 0 ? [] : [{ type: block.type, labels, rules }];
  });
}

function rulesOf(block: SourceBlock): readonly Rule[] {
  switch (block.block.type) {
    case 'variable':
      return rulesIn(block, 'validation');
    case 'output':
      return rulesIn(block, 'precondition');
    case 'resource':
    case 'data': {
      const lifecycles = mergedBlocks([block]).get('lifecycle') ?? [];
      return lifecycles.flatMap((lifecycle) => [
        ...rulesIn(lifecycle, 'precondition'),
        ...rulesIn(lifecycle, 'postcondition'),
      ]);
    }
    default:
      return [];
  }
}

function rulesIn(block: SourceBlock, kind: Rule['kind']): readonly Rule[] {
  return (mergedBlocks([block]).get(kind) ?? []).map((each) => ({ kind, block: each }));
}

function* brokenIn(
  evaluation: Evaluation,
  module: Module,
  stated: readonly Stated[],
): Generator<BrokenCondition> {
  for (const { type, labels, rules } of stated) {
    for (const { address, scope } of placesOf(evaluation, module, type, labels)) {
      for (const { kind, block } of rules) {
        if (isBroken(evaluation, scope, block)) yield { kind, address, ...messageOf(block) };
      }
    }
  }
}

/** Where the conditions of a block are evaluated. */
interface Place {
  readonly address: string;
  readonly scope: Scope;
}

function placesOf(
  evaluation: Evaluation,
  module: Module,
  type: string,
  labels: readonly string[],
): readonly Place[] {
  if (type === 'resource' || type === 'data') {
    const declarations = type === 'data' ? module.data : module.resources;
    const declaration = declarations.get(labels.join('.'));
    const instances = declaration === undefined ? [] : evaluation.instancesOf(declaration);
    return instances.map((self) => ({ address: self.address, scope: { ...self.scope, self } }));
  }
  const [name = ''] = labels;
  const declared = type === 'output' ? module.outputs.get(name) : module.variables.get(name);
  if (declared === undefined) return [];
  return evaluation.moduleInstances(module).map((instance) => ({
    address: addressInModule(instance, `${type === 'output' ? 'output' : 'var'}.${name}`),
    scope: moduleScope(instance, declared.file),
  }));
}

function isBroken(evaluation: Evaluation, scope: Scope, rule: SourceBlock): boolean {
  const condition = lastAttribute([rule], 'condition');
  if (condition === undefined) return false;
  const value = evaluation.evaluate(condition.expr, evaluation.inFile(scope, rule.file));
  return value.kind === 'bool' && !value.value;
}

function messageOf(rule: SourceBlock): Pick<BrokenCondition, 'message'> {
  const attribute = lastAttribute([rule], 'error_message');
  const message = attribute && plainString(attribute.expr, attribute.file.text);
  return message === undefined ? {} : { message };
}
