import type { VariableSource } from '../../../../code/terraform/config/blocks.ts';
import type { Definition } from '../../../../code/terraform/config/definition.ts';
import type { Location } from '../../../../code/terraform/config/location.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import type { Trace, TraceStep } from '../../../../model/patch.ts';
import type { AttributePath } from '../../../../model/path.ts';
import type { SourceTree } from '../../../../model/source-tree.ts';
import { displayText } from '../../../../model/text.ts';
import type { Traced } from '../../code-base.ts';
import { type EditLine, formatLine, sourceLineAt } from '../../place.ts';
import { attributeUse, type TraceContext, traceStart } from '../trace/context.ts';
import type { Project } from '../types.ts';
import { referenceChain, supplierContext } from './reference-chain.ts';

/** The maximum length of a reference that is shown, in characters. */
const longest = 120;

/** Where the code takes the value that a goal concerns from. Contains places, but no values. */
export function traceChain(project: Project, { drift, address, path = [] }: Traced): Trace {
  return { drift, address, path, steps: stepsOf(project, address, path) };
}

function stepsOf(
  { evaluation, tree }: Project,
  address: string,
  path: AttributePath,
): readonly TraceStep[] {
  const location = path.length === 0 ? undefined : evaluation.locate(address, path);
  switch (location?.kind) {
    case 'attribute':
      return walked(tree, attributeUse(evaluation, location, address));
    case 'block': {
      const { file, content } = location.occurrence;
      return [step('block', content.type, sourceLineAt(tree, file, content.start))];
    }
    case 'blocks':
      return blockSteps(evaluation, tree, location);
    case 'absent': {
      const { file, block } = location.parent;
      return [step('not declared', address, sourceLineAt(tree, file, block.start))];
    }
    case undefined:
      return declarationStep(evaluation, tree, address);
  }
}

/** The blocks as written, or the collection from which a dynamic block generates them. */
function blockSteps(
  evaluation: Evaluation,
  tree: SourceTree,
  { occurrences, parent, type }: Extract<Location, { kind: 'blocks' }>,
): readonly TraceStep[] {
  const [first] = occurrences;
  const { file, block } = first === undefined ? parent : { ...first, block: first.content };
  const own = step('block', type, sourceLineAt(tree, file, block.start));
  const dynamic = first?.dynamic;
  if (dynamic === undefined) return [own];
  const { collection, scope } = dynamic;
  const label = `the collection of ${type}`;
  const use = traceStart(evaluation, collection.expr, scope, label, 'collection entry');
  return [own, ...walked(tree, use)];
}

function declarationStep(
  evaluation: Evaluation,
  tree: SourceTree,
  address: string,
): readonly TraceStep[] {
  const declaration = evaluation.instance(address)?.declaration;
  if (declaration === undefined) return [];
  const { file, block } = declaration;
  return [step('resource', address, sourceLineAt(tree, file, block.start))];
}

function step(kind: string, text: string, at: EditLine): TraceStep {
  return { kind, text: displayText(text, longest), ...at };
}

/** The references in the chain, and the expression at its end. */
function walked(tree: SourceTree, use: TraceContext): readonly TraceStep[] {
  const chain = referenceChain(use, supplierContext);
  const steps: TraceStep[] = [];
  for (const [index, at] of chain.entries()) {
    const { file } = at.scope;
    const line = sourceLineAt(tree, file, at.expr.start);
    const definition = at.evaluation.define(at.scope, at.expr);
    const isLast = index === chain.length - 1;
    if (definition !== undefined) {
      const text = file.text.slice(at.expr.start, at.expr.end).replace(/\s+/g, ' ');
      steps.push(step('reference', text, line));
      if (isLast) steps.push(...endOf(tree, definition));
    } else if (isLast) {
      const shadows = shadowsOf(tree, chain[index - 1] ?? at, at);
      const end = step(at.kind, at.label, line);
      steps.push(shadows.length === 0 ? end : { ...end, shadows });
    }
  }
  return steps;
}

/** The end of a chain whose last reference leads to no expression. */
function endOf(tree: SourceTree, definition: Definition): readonly TraceStep[] {
  switch (definition.kind) {
    case 'variable': {
      const { name, file, block } = definition.declaration;
      const [winner] = definition.sources;
      const at = sourceLineAt(tree, file, block.start);
      if (winner?.kind === 'env') return [step('environment', winner.name, at)];
      if (winner?.kind === 'flag') return [step('command line', `-var ${name}`, at)];
      return winner === undefined ? [step('no value', `var.${name}`, at)] : [];
    }
    case 'each':
    case 'count':
      return [
        step(
          'instance key',
          definition.kind,
          sourceLineAt(tree, definition.file, definition.expr.start),
        ),
      ];
    default:
      return [];
  }
}

/** Further places that set the variable but have no effect, since this one takes precedence. */
function shadowsOf(tree: SourceTree, before: TraceContext, at: TraceContext): readonly string[] {
  const definition = before.evaluation.define(before.scope, before.expr);
  if (definition?.kind !== 'variable') return [];
  const { sources } = definition;
  const isWinner = sources[0]?.kind === 'tfvars' && sources[0].expr === at.expr;
  return isWinner ? sources.slice(1).map((source) => placeOf(tree, source)) : [];
}

function placeOf(tree: SourceTree, source: VariableSource): string {
  switch (source.kind) {
    case 'tfvars':
    case 'default':
      return formatLine(sourceLineAt(tree, source.file, source.expr.start));
    case 'env':
    case 'flag':
      return source.name;
  }
}
