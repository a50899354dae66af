import type { LocatedObject } from '../../../../code/manifests/sources/estate.ts';
import { chartValues, valuesFiles } from '../../../../code/manifests/sources/helm/values.ts';
import type {
  ManifestFiles,
  ManifestPiece,
  TemplateOrigin,
} from '../../../../code/manifests/sources/types.ts';
import { treeValue, type YamlTree } from '../../../../code/yaml/tree.ts';
import { parseYaml } from '../../../../code/yaml/yaml-tree.ts';
import type { Json } from '../../../../model/json.ts';
import type { Refusal, TextEdit } from '../../../../model/patch.ts';
import type { AttributePath } from '../../../../model/path.ts';
import { fail, ok } from '../../../../model/result.ts';
import { objectValueAt } from '../../../../providers/kubernetes/values/at.ts';
import { editedText } from '../../../../text/edits.ts';
import { lineAt } from '../../../../text/lines.ts';
import { positions, refusalFor, withValue } from '../document.ts';
import { meansSameAt } from '../goal.ts';
import type { ManifestEditSite } from '../types.ts';
import { label, valuesSites } from './values.ts';

/** Places to edit so that one field of a chart's object changes in one release. */
export function helmSites(
  files: ManifestFiles,
  { unit }: LocatedObject,
  template: TemplateOrigin,
  type: string,
  path: AttributePath,
  value: Json | undefined,
): readonly ManifestEditSite[] {
  const { source } = unit.unit;
  const { text, span, pieces } = template;
  const document = parseYaml(text.slice(span.start, span.end));
  if (document === undefined) return [];
  const full = positions(document.value, path);
  const node = nodeAt(document.tree, full);
  const settings = chartValues(files, source);
  const used =
    node === undefined ? [] : piecesIn(pieces, node.start + span.start, node.end + span.start);
  const editSites: ManifestEditSite[] = [];
  for (const wanted of settingsFor({
    settings,
    template,
    document: document.value,
    full,
    type,
    value,
    used,
    node,
  })) {
    editSites.push(...valuesSites(files, valuesFiles(source), settings, wanted.path, wanted.value));
  }
  const other = used.find(({ made }) => made.kind === 'other');
  if (editSites.length > 0 && other === undefined) return editSites;
  if (other?.made.kind === 'other')
    return [...editSites, refusing(template.file, other.line, other.made.why)];
  return [...editSites, templateSite(files, template, full, value)];
}

interface Question {
  readonly settings: Json;
  readonly template: TemplateOrigin;
  readonly document: Json;
  readonly full: AttributePath;
  readonly type: string;
  readonly value: Json | undefined;
  readonly used: readonly ManifestPiece[];
  readonly node: YamlTree | undefined;
}

interface Wanted {
  readonly path: AttributePath;
  readonly value: Json | undefined;
}

/** Settings that provide the field's value, each with the value it would need. */
function settingsFor(question: Question): readonly Wanted[] {
  const { used, node, value, template } = question;
  const whole = subtrees(question);
  if (whole.length > 0) return whole;
  const scalars = used.filter(({ made }) => made.kind === 'value' && made.as === 'scalar');
  if (node === undefined || scalars.length === 0) return [];
  const from = node.start + template.span.start;
  const shown = template.text.slice(from, node.end + template.span.start);
  return scalars.flatMap((piece) => {
    if (piece.made.kind !== 'value') return [];
    const { path } = piece.made;
    const old = objectValueAt(question.settings, path);
    if (value === undefined) return [];
    const before = bare(shown.slice(0, Math.max(0, piece.start - from)));
    const after = bare(shown.slice(Math.max(0, piece.end - from)));
    const text = typeof value === 'object' ? undefined : String(value);
    if (text === undefined) return [];
    if (!text.startsWith(before) || !text.endsWith(after)) return [];
    if (text.length < before.length + after.length) return [];
    const part = text.slice(before.length, text.length - after.length);
    const alone = before === '' && after === '';
    return [{ path, value: like(old, alone ? value : part, part) }];
  });
}

/** The text without the quotes that the template has around the action. */
function bare(text: string): string {
  return text.replace(/^["']/, '').replace(/["']$/, '');
}

/** The value in the type of the old setting. */
function like(old: Json | undefined, value: Json, text: string): Json {
  if (typeof old === 'number' && String(Number(text)) === text) return Number(text);
  return typeof old === 'string' ? text : value;
}

/** Settings rendered with `toYaml` that contain the field. */
function subtrees(question: Question): readonly Wanted[] {
  const { settings, template, document, full, type, value } = question;
  const parts = template.pieces.filter(({ made }) => made.kind === 'value' && made.as === 'yaml');
  for (let length = full.length; length > 0; length -= 1) {
    const above = full.slice(0, length);
    const found = objectValueAt(document, above);
    if (found === undefined) continue;
    for (const { made, start, end } of parts) {
      if (made.kind !== 'value') continue;
      const own = objectValueAt(settings, made.path);
      const isIn = start < template.span.end && end > template.span.start;
      if (!isIn || own === undefined || !meansSameAt(type, above, own, found)) continue;
      if (typeof own !== 'object' && length < full.length) continue;
      return [{ path: [...made.path, ...full.slice(length)], value }];
    }
  }
  return [];
}

/** A place in text that the template contains literally. */
function templateSite(
  files: ManifestFiles,
  template: TemplateOrigin,
  full: AttributePath,
  value: Json | undefined,
): ManifestEditSite {
  const { file, text, span } = template;
  return {
    kind: 'template',
    file,
    label: label(full),
    edit: () => {
      const part = text.slice(span.start, span.end);
      const made = withValue(
        { file, text: part, document: 0, prefix: [], name: file },
        full,
        value,
      );
      if (!made.ok) return made;
      const edit = onlyEdit(part, made.value);
      const moved = mapped(template, { ...edit, offset: edit.offset + span.start });
      if (moved === undefined) {
        const line = lineOf(template, edit.offset + span.start);
        return fail(
          refusalFor(file, 'helm-unsupported', `${label(full)} is made by a template.`, line),
        );
      }
      return ok(new Map([[file, editedText(files.get(file) ?? '', [moved])]]));
    },
  };
}

/** The smallest range in which two texts differ. */
function onlyEdit(before: string, after: string): TextEdit {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const max = Math.min(before.length, after.length) - start;
  while (end < max && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    offset: start,
    length: before.length - start - end,
    text: after.slice(start, after.length - end),
  };
}

/**
 * Maps an edit of the rendered text to the template, if the template contains that text literally.
 */
function mapped({ pieces }: TemplateOrigin, edit: TextEdit): TextEdit | undefined {
  const piece = pieces.find(({ start, end, made }) => {
    return made.kind === 'text' && start <= edit.offset && edit.offset + edit.length <= end;
  });
  if (piece?.made.kind !== 'text') return undefined;
  return { ...edit, offset: piece.made.offset + edit.offset - piece.start };
}

function lineOf({ pieces, text }: TemplateOrigin, offset: number): number {
  const piece = pieces.find(({ start, end }) => start <= offset && offset <= end) ?? pieces.at(-1);
  if (piece === undefined) return 1;
  if (piece.made.kind !== 'text') return piece.line;
  return piece.line + lineAt(text.slice(piece.start), offset - piece.start) - 1;
}

function refusing(file: string, line: number, why: string): ManifestEditSite {
  const refusal: Refusal = {
    code: 'helm-unsupported',
    reason: `The template computes it in a way that cannot be inverted: ${why}.`,
    suggestion: 'Change the template or its values by hand.',
    nearest: { file, line },
  };
  return { kind: 'template', file, label: `line ${line}`, edit: () => fail(refusal) };
}

function piecesIn(
  pieces: readonly ManifestPiece[],
  start: number,
  end: number,
): readonly ManifestPiece[] {
  return pieces.filter((piece) => piece.start < end && piece.end > start);
}

function nodeAt(tree: YamlTree, path: AttributePath): YamlTree | undefined {
  let at: YamlTree | undefined = tree;
  for (const step of path) {
    if (at?.kind === 'map' && typeof step === 'string') {
      at = at.members.find(({ key }) => key === step)?.value;
    } else if (at?.kind === 'list' && typeof step === 'number') at = at.members[step]?.value;
    else return undefined;
  }
  return at !== undefined && treeValue(at) !== undefined ? at : undefined;
}
