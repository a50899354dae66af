import type { Call, Expression } from '../../../../code/hcl/syntax/ast.ts';
import { resolvePath } from '../../../../code/terraform/config/files.ts';
import { isWithinExpression } from '../../../../code/terraform/config/within.ts';
import { followLinks } from '../../../../code/terraform/project/links.ts';
import { editJsonText } from '../../../../code/yaml/json.ts';
import { editYamlText } from '../../../../code/yaml/yaml.ts';
import { parseYaml } from '../../../../code/yaml/yaml-tree.ts';
import { isJsonArray, isJsonObject, type Json, own } from '../../../../model/json.ts';
import { parsedJson } from '../../../../model/parsed-json.ts';
import type { TextEdit } from '../../../../model/patch.ts';
import { type AttributePath, formatPath, type PathStep } from '../../../../model/path.ts';
import { fail } from '../../../../model/result.ts';
import { displayText } from '../../../../model/text.ts';
import { lineAt } from '../../../../text/lines.ts';
import { plainFile, siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import { evaluated, type TraceContext } from './context.ts';
import type { Membership } from './member-search.ts';
import { positionAmong } from './typed.ts';

/** The next expression that passes a value on. */
type Follow = (context: TraceContext) => Iterable<TraceContext>;

/** What a place in a file becomes; undefined to take it out. */
type Change = (value: Json | undefined) => Json | undefined;

/** True for a value that is read from a document: `yamldecode(file("settings.yaml"))`. */
export function isDecoding(expr: Expression): boolean {
  return decodingIn(expr) !== undefined;
}

function decodingIn(expr: Expression): Call | undefined {
  const isCall = expr.kind === 'call' && ['jsondecode', 'yamldecode'].includes(expr.name);
  return isCall ? expr : undefined;
}

/** The place in the file from which the value is decoded; null takes it out. */
export function decodedSites(follow: Follow, context: TraceContext, want: Json): Generator<Site> {
  return sitesInFile(follow, context, context.rest, () => want ?? undefined, want);
}

/** The entry of a map, or the element of a list, to be taken out of the file. */
export function decodedEntrySites(
  follow: Follow,
  context: TraceContext,
  key: string | number,
): Generator<Site> {
  return sitesInFile(follow, context, [...context.rest, key], () => undefined, null);
}

/** The list in the file to which a member is added, or out of which it is taken. */
export function decodedMemberSites(
  follow: Follow,
  context: TraceContext,
  { action, element }: Membership,
): Generator<Site> {
  const change: Change = (value) => {
    if (action === 'add')
      return isJsonArray(value) || value === undefined ? [...(value ?? []), element] : value;
    const at = isJsonArray(value) ? positionAmong(value, element) : -1;
    return isJsonArray(value) && at >= 0 ? value.toSpliced(at, 1) : value;
  };
  return sitesInFile(follow, context, context.rest, change, element);
}

function* sitesInFile(
  follow: Follow,
  context: TraceContext,
  path: AttributePath,
  change: Change,
  write: Json,
): Generator<Site> {
  const { expr, scope } = context;
  const call = decodingIn(expr);
  const found = call && fileBehind(follow, context, call);
  if (call === undefined || found === undefined) return;
  const { file, text, isPlain } = found;
  const place = formatPath(path);
  const { within } = context.evaluation.configuration;
  const editable = scope.file.editable && isWithinExpression(file, within);
  const vendored = scope.file.vendored === true ? { vendored: true } : {};
  const source = { ...plainFile(file, text), editable, ...vendored };
  const edits = isPlain ? editsOf(text, call.name, path, change) : undefined;
  if (edits?.length === 0) return;
  const offset = edits?.[0]?.offset ?? offsetOf(text, path);
  const label = displayText(`${place} in ${file}`, 160);
  const site = siteIn(source, offset, 'map entry', label, () => ({ ok: true, edits: edits ?? [] }));
  if (edits !== undefined) {
    yield site;
    return;
  }
  const refusal = {
    code: 'value-in-file',
    reason: `It is set in ${file}, ${place}, which Parley does not edit.`,
    nearest: { file, line: lineAt(text, offset) },
    write: displayText(JSON.stringify(write), 160),
  };
  yield { ...site, edit: () => fail(refusal) };
}

interface FileBehind {
  readonly file: string;
  readonly text: string;
  /** False for a template, whose text is not that of the document. */
  readonly isPlain: boolean;
}

function fileBehind(follow: Follow, context: TraceContext, call: Call): FileBehind | undefined {
  const [document] = call.args;
  if (document === undefined) return undefined;
  let at: TraceContext | undefined = { ...context, expr: document, rest: [] };
  while (at !== undefined && !isReading(at.expr)) [at] = follow(at);
  if (at === undefined || !isReading(at.expr)) return undefined;
  const [argument] = at.expr.args;
  const given = argument === undefined ? undefined : evaluated(at, argument);
  if (typeof given !== 'string') return undefined;
  const { rootDir, links, tree } = at.evaluation.configuration;
  const file = followLinks(links, resolvePath(rootDir, given));
  const text = tree.get(file);
  return text === undefined ? undefined : { file, text, isPlain: at.expr.name === 'file' };
}

function isReading(expr: Expression): expr is Call {
  return expr.kind === 'call' && (expr.name === 'file' || expr.name === 'templatefile');
}

function editsOf(
  text: string,
  decoder: string,
  path: AttributePath,
  change: Change,
): readonly TextEdit[] | undefined {
  const isYaml = decoder === 'yamldecode';
  const document = isYaml ? parseYaml(text)?.value : parsedJson(text);
  const made = document === undefined ? undefined : changedAt(document, path, change);
  if (made === undefined) return undefined;
  return isYaml ? editYamlText(text, made) : editJsonText(text, made);
}

/** The value with a change at a path, whose missing maps are made; undefined if it leads nowhere. */
function changedAt(
  value: Json | undefined,
  [step, ...rest]: AttributePath,
  change: Change,
): Json | undefined {
  if (step === undefined) return change(value);
  if (isJsonArray(value)) return changedElement(value, step, rest, change);
  if (typeof step !== 'string' || (value !== undefined && !isJsonObject(value))) return undefined;
  const old = value === undefined ? undefined : own(value, step);
  const made = changedAt(old, rest, change);
  if (made !== undefined) return { ...value, [step]: made };
  // Only what the path names itself is taken out.
  if (rest.length > 0 || old === undefined) return undefined;
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => name !== step));
}

function changedElement(
  list: readonly Json[],
  step: PathStep,
  rest: AttributePath,
  change: Change,
): Json | undefined {
  if (typeof step === 'string') return undefined;
  const index = typeof step === 'number' ? step : positionAmong(list, step.element);
  if (index < 0 || index >= list.length) return undefined;
  const made = changedAt(list[index], rest, change);
  if (made !== undefined) return list.with(index, made);
  return rest.length === 0 ? list.toSpliced(index, 1) : undefined;
}

/** About where the last name of the path is written. */
function offsetOf(text: string, path: AttributePath): number {
  const names = path.filter((step) => typeof step === 'string');
  return Math.max(0, text.lastIndexOf(names.at(-1) ?? ''));
}
