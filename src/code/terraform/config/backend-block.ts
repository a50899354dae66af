import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import type { Place } from '../../../model/result.ts';
import { valueToJson } from '../../hcl/eval/json.ts';
import { isSensitiveDeep } from '../../hcl/eval/marks.ts';
import type { Value } from '../../hcl/eval/value.ts';
import type { Block, Expression } from '../../hcl/syntax/ast.ts';
import { topBlocks } from './body.ts';
import type { Configuration } from './configuration.ts';
import { createEvaluation } from './evaluation.ts';
import { moduleScope } from './expand.ts';
import { createReport } from './problems.ts';
import type { SourceFile } from './source.ts';

/** The block of a root module that configures where its state is stored. */
export interface BackendBlock {
  /** The label of a `backend` block; `cloud` for a `cloud` block. */
  readonly type: string;
  /** Nested blocks are objects. */
  readonly attributes: JsonObject;
  readonly place: Place;
}

/**
 * The `backend` or `cloud` block of the root module; undefined if it has none. OpenTofu allows
 * variables and locals in it; sensitive and unknown values are left out.
 */
export function backendBlock(configuration: Configuration): BackendBlock | undefined {
  const { root } = configuration;
  const evaluation = createEvaluation(configuration);
  const value: Evaluate = (expr, file) =>
    evaluation.evaluate(expr, moduleScope({ address: '', module: root }, file));
  // Override files come last, and replace the entire block.
  const found = [...root.files.values()].flatMap((file) =>
    file.format === 'json' ? blocksInJson(file) : blocksIn(file, value),
  );
  return found.at(-1);
}

type Evaluate = (expr: Expression, file: SourceFile) => Value;

function blocksIn(file: SourceFile, evaluate: Evaluate): readonly BackendBlock[] {
  return topBlocks(file)
    .filter(({ type }) => type === 'terraform')
    .flatMap(({ body }) => body.items.filter((item) => item.kind === 'block'))
    .flatMap((block) => {
      const type = block.type === 'cloud' ? 'cloud' : block.labels[0]?.text;
      if ((block.type !== 'backend' && block.type !== 'cloud') || type === undefined) return [];
      const { place } = createReport().describe(file, { message: '', start: block.start }, '');
      return [
        { type, attributes: valuesIn(file, block, evaluate), place: place ?? { file: file.path } },
      ];
    });
}

/**
 * The translation of JSON to native syntax omits `terraform` settings, so they are read from the
 * JSON. Only literal values are allowed there.
 */
function blocksInJson(file: SourceFile): readonly BackendBlock[] {
  const place = { file: file.path };
  return bodiesOf(parsedJson(file.source ?? ''))
    .flatMap((top) => bodiesOf(top['terraform']))
    .flatMap((terraform) => [
      ...bodiesOf(terraform['backend'])
        .flatMap((backend) => Object.entries(backend))
        .flatMap(([type, value]) =>
          bodiesOf(value).map((attributes) => ({ type, attributes, place })),
        ),
      ...bodiesOf(terraform['cloud']).map((attributes) => ({ type: 'cloud', attributes, place })),
    ]);
}

/** In JSON, several blocks of a type are a list. */
function bodiesOf(value: Json | undefined): readonly JsonObject[] {
  return (isJsonArray(value) ? value : [value]).filter((each) => isJsonObject(each));
}

function valuesIn(file: SourceFile, block: Block, evaluate: Evaluate): JsonObject {
  const values: [string, Json][] = [];
  for (const item of block.body.items) {
    if (item.kind === 'block') values.push([item.type, valuesIn(file, item, evaluate)]);
    if (item.kind !== 'attribute') continue;
    const found = evaluate(item.value, file);
    const value = isSensitiveDeep(found) ? undefined : valueToJson(found);
    if (value !== undefined) values.push([item.name, value]);
  }
  return Object.fromEntries(values);
}
