import { decodeHeredoc, decodeQuoted } from '../syntax/strings.ts';
import type { HeredocTemplate, QuotedTemplate, TemplatePart } from '../syntax/template-ast.ts';
import { iterate } from './comprehension.ts';
import { convertValue } from './convert.ts';
import { isFailure } from './failure.ts';
import { flushLines, trimAround } from './heredoc.ts';
import { mark, unmark } from './marks.ts';
import { branchTaken, chooseOperand } from './operators.ts';
import { reject } from './reject.ts';
import type { EvaluationContext } from './scope.ts';
import type { TemplateNode, TemplateToken } from './template-tree.ts';
import { buildTree } from './template-tree.ts';
import { stringType } from './type.ts';
import type { Value } from './value.ts';
import { stringValue, unknownValue } from './value.ts';

/** Evaluates `"..."`. A template that is a single interpolation has its value, of whatever type. */
export function evaluateQuoted(expr: QuotedTemplate, context: EvaluationContext): Value {
  const [only] = expr.parts;
  if (expr.parts.length === 0) return stringValue('');
  if (expr.parts.length === 1 && only !== undefined) {
    if (only.kind === 'interpolation') return context.evaluate(only.value, context.scope);
    if (only.kind === 'text') {
      return stringValue(decodeQuoted(context.text.slice(only.start, only.end)));
    }
  }
  const tokens = tokenize(expr.parts, (text) => [decodeQuoted(text)], context);
  return render(buildTree(trimAround(tokens)), context);
}

export function evaluateHeredoc(expr: HeredocTemplate, context: EvaluationContext): Value {
  const tokens = trimAround(tokenize(expr.parts, heredocLines, context));
  return render(buildTree(expr.flush ? flushLines(tokens) : tokens), context);
}

/** Evaluates the content of a template file. */
export function evaluateTemplate(
  parts: readonly TemplatePart[],
  context: EvaluationContext,
): Value {
  const [only] = parts;
  if (parts.length === 1 && only?.kind === 'interpolation') {
    return context.evaluate(only.value, context.scope);
  }
  return render(buildTree(trimAround(tokenize(parts, heredocLines, context))), context);
}

/** One token for each line, since trim markers and `<<-` apply to lines. */
function heredocLines(text: string): readonly string[] {
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map(decodeHeredoc);
}

function tokenize(
  parts: readonly TemplatePart[],
  decode: (text: string) => readonly string[],
  context: EvaluationContext,
): readonly TemplateToken[] {
  return parts.flatMap((part): readonly TemplateToken[] => {
    if (part.kind !== 'text') return [part];
    const texts = decode(context.text.slice(part.start, part.end));
    return texts.map((text) => ({ kind: 'literal', text }));
  });
}

/** Without a limit, text that doubles a few dozen times would exhaust memory. */
const maxLength = 2 ** 24;

/** Renders the nodes and joins them to a string. */
function render(nodes: readonly TemplateNode[], context: EvaluationContext): Value {
  let text = '';
  let sensitive = false;
  let unknown: string | undefined;
  for (const node of nodes) {
    const value = renderNode(node, context);
    sensitive ||= value.sensitive === true;
    if (value.kind === 'string') text += value.value;
    else if (value.kind === 'unknown') unknown ??= value.reason;
  }
  if (text.length > maxLength) unknown ??= 'the text is too long';
  const result = unknown === undefined ? stringValue(text) : unknownValue(unknown, stringType);
  return mark(result, sensitive);
}

function renderNode(node: TemplateNode, context: EvaluationContext): Value {
  switch (node.kind) {
    case 'literal':
      return stringValue(node.text);
    case 'interpolation': {
      const value = context.evaluate(node.value, context.scope);
      if (value.kind === 'unknown') {
        return mark(unknownValue(value.reason, stringType), value.sensitive);
      }
      const text = convertValue(unmark(value), stringType);
      if (isFailure(text)) {
        const message = `Cannot include this value in a string template: ${text.message}.`;
        return reject(context.scope, node.value, message, stringType);
      }
      if (text.kind === 'null') {
        const message = 'Cannot include a null value in a string template.';
        return reject(context.scope, node.value, message, stringType);
      }
      return mark(text, value.sensitive);
    }
    case 'if': {
      const yes = branchTaken(context, (inner) => render(node.whenTrue, inner));
      const no = branchTaken(context, (inner) => render(node.whenFalse, inner));
      const condition = context.evaluate(node.condition, context.scope);
      return chooseOperand(condition, yes, no, node, context);
    }
    case 'for': {
      const rounds = iterate(node, context);
      if (rounds.kind === 'done') {
        const reason = rounds.value.kind === 'unknown' ? rounds.value.reason : 'unknown';
        return mark(unknownValue(reason, stringType), rounds.value.sensitive);
      }
      const joined = rounds.contexts.map((round) => render(node.body, round));
      return mark(joinStrings(joined), rounds.sensitive);
    }
  }
}

function joinStrings(values: readonly Value[]): Value {
  const unknown = values.find((value) => value.kind === 'unknown');
  const sensitive = values.some((value) => value.sensitive === true);
  const text = values.map((value) => (value.kind === 'string' ? value.value : '')).join('');
  return mark(unknown ?? stringValue(text), sensitive);
}
