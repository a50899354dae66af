import { evaluate } from '../../../../src/code/hcl/eval/evaluate.ts';
import { encodeJson } from '../../../../src/code/hcl/eval/json-text.ts';
import { unmarkDeep } from '../../../../src/code/hcl/eval/marks.ts';
import type {
  EvalDiagnostic,
  EvalScope,
  FunctionHost,
} from '../../../../src/code/hcl/eval/scope.ts';
import { resolved } from '../../../../src/code/hcl/eval/scope.ts';
import type { Type } from '../../../../src/code/hcl/eval/type.ts';
import { dynamicType, stringType } from '../../../../src/code/hcl/eval/type.ts';
import type { Value } from '../../../../src/code/hcl/eval/value.ts';
import {
  compareHclText,
  isWhollyKnown,
  stringValue,
  unknownValue,
  valueTypeOf,
} from '../../../../src/code/hcl/eval/value.ts';
import { parseExpression } from '../../../../src/code/hcl/syntax/parse.ts';
import { caseFiles } from './cases.ts';
import type { Answer } from './terraform.ts';

const host: FunctionHost = {
  readFile: (path) => caseFiles.get(path.replace('./sub/../', '').replace(/^\.\//, '')),
  listFiles: () => caseFiles.keys(),
};

export interface Evaluated {
  readonly value: Value;
  readonly diagnostics: readonly EvalDiagnostic[];
}

/**
 * Evaluates with `terraform_data.u` as a resource that does not exist yet, as in the oracle's plan.
 */
export function evaluateText(text: string): Evaluated {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  const diagnostics: EvalDiagnostic[] = [];
  const scope: EvalScope = {
    host,
    report: (diagnostic) => diagnostics.push(diagnostic),
    lookup(root, [first, second]) {
      const name = first?.kind === 'attribute' ? first.name : '';
      if (root === 'local') return resolved(stringValue('Hello ${name}'), 1);
      if (root === 'path') return resolved(stringValue('.'), 1);
      if (root === 'terraform' && name === 'workspace') return resolved(stringValue('default'), 1);
      if (root !== 'terraform_data' || name !== 'u') return undefined;
      const attribute = second?.kind === 'attribute' ? second.name : '';
      const type = attribute === 'id' ? { type: stringType } : {};
      return resolved(unknownValue('not made yet', type.type), 2);
    },
  };
  return { value: evaluate(parsed.value, text, scope), diagnostics };
}

/** The value in the form of the oracle's answers. */
export function answerOf(value: Value): Answer {
  if (!isWhollyKnown(value)) return { kind: 'unknown' };
  const type = JSON.stringify(typeJson(valueTypeOf(value)));
  return { kind: 'known', type, value: encodeJson(unmarkDeep(value)) };
}

/** A type in the JSON form that plans use. */
function typeJson(type: Type): unknown {
  switch (type.kind) {
    case 'list':
    case 'set':
    case 'map':
      return [type.kind, typeJson(type.element)];
    case 'tuple':
      return [type.kind, type.elements.map(typeJson)];
    case 'object': {
      const names = [...type.attributes.keys()].sort(compareHclText);
      const entries = names.map((name) => [
        name,
        typeJson(type.attributes.get(name) ?? dynamicType),
      ]);
      return [type.kind, Object.fromEntries(entries)];
    }
    default:
      return type.kind;
  }
}
