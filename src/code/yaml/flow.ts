import { isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import type { TextEdit } from '../../model/patch.ts';
import { indentAt, newlineOf, startsLine } from '../../text/lines.ts';
import { type MemberRange, memberRanges } from './reconcile.ts';
import {
  type Collection,
  collectionsOf,
  type FreshYaml,
  type YamlPlan,
  type YamlTree,
} from './tree.ts';

/** How a document writes values in brackets. */
export interface FlowStyle {
  readonly newline: string;
  /** The indentation of one level. */
  readonly unit: string;
  /** Separator between key and value: `: `, `:` or ` : `. */
  readonly colon: string;
  /** Separator between members on one line. */
  readonly comma: string;
  /** Blanks inside the braces of an object on one line. */
  readonly padding: string;
  /** Layout of collections without a sibling to follow. */
  readonly maps: Layout;
  readonly lists: Layout;
  /** A key or a scalar in the syntax of the document. */
  readonly scalar: (value: Json, isKey: boolean) => string;
}

type Layout = 'inline' | 'lines';

/** Determines the style from the existing text; a document without line breaks gets none. */
export function flowStyle(text: string, root: YamlTree, scalar: FlowStyle['scalar']): FlowStyle {
  const all = [...collectionsOf(root)].filter(({ style }) => style === 'flow');
  const filled = all.filter(({ members }) => members.length > 0);
  const hasLines = text.slice(root.start, root.end).includes('\n');
  const maps = filled.filter(({ kind }) => kind === 'map');
  const lists = filled.filter(({ kind }) => kind === 'list');
  const entry = maps[0]?.kind === 'map' ? maps[0].members[0] : undefined;
  const keyEnd = entry === undefined ? 0 : entry.colonEnd;
  const colon =
    entry === undefined
      ? undefined
      : (/\s*:$/.exec(text.slice(entry.start, keyEnd))?.[0] ?? ':') +
        text.slice(keyEnd, entry.value.start);
  const scalars = lists.filter(({ members }) => members.every((one) => one.value.kind === 'leaf'));
  return {
    newline: newlineOf(text),
    unit: unitOf(text, filled) ?? '  ',
    colon: colon === undefined || colon.includes('\n') ? ': ' : colon,
    comma: commaOf(text, filled) ?? (colon === ':' ? ',' : ', '),
    padding: paddingOf(text, maps) ?? '',
    maps:
      hasLines && (maps.length === 0 || maps.some((one) => isOnLines(text, one)))
        ? 'lines'
        : 'inline',
    lists:
      hasLines && scalars.length > 0 && scalars.every((one) => isOnLines(text, one))
        ? 'lines'
        : 'inline',
    scalar,
  };
}

function isOnLines(text: string, tree: Collection): boolean {
  return text.slice(tree.start, tree.end).includes('\n');
}

function unitOf(text: string, all: readonly Collection[]): string | undefined {
  for (const tree of all) {
    const first = tree.members[0]?.start ?? 0;
    const outer = indentAt(text, tree.start);
    const inner = indentAt(text, first);
    if (startsLine(text, first) && inner.length > outer.length) return inner.slice(outer.length);
  }
  return undefined;
}

function commaOf(text: string, all: readonly Collection[]): string | undefined {
  for (const { members } of all) {
    const [first, second] = members;
    if (first === undefined || second === undefined) continue;
    const gap = text.slice(first.end, second.start);
    if (/^\s*,[ \t]*$/.test(gap)) return gap;
  }
  return undefined;
}

function paddingOf(text: string, maps: readonly Collection[]): string | undefined {
  const inline = maps.find((one) => !isOnLines(text, one));
  const first = inline?.members[0];
  return inline === undefined || first === undefined
    ? undefined
    : text.slice(inline.start + 1, first.start);
}

/** A value in brackets, or a scalar. */
export function renderFlow(
  value: Json,
  style: FlowStyle,
  indent: string,
  layout: Layout | 'auto',
): string {
  const texts = membersOf(value);
  if (texts === undefined) return style.scalar(value, false);
  const isList = isJsonArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (texts.length === 0) return open + close;
  const isFlat = texts.every((one) => (membersOf(one.value) ?? []).length === 0);
  const preferred = isList ? (isFlat ? style.lists : style.maps) : style.maps;
  if ((layout === 'auto' ? preferred : layout) === 'inline') {
    const pad = isList ? '' : style.padding;
    const all = texts.map((one) => renderMember(one, style, indent, 'inline'));
    return open + pad + all.join(style.comma) + pad + close;
  }
  const inner = indent + style.unit;
  const all = texts.map((one) => inner + renderMember(one, style, inner, 'auto'));
  return open + style.newline + all.join(`,${style.newline}`) + style.newline + indent + close;
}

function membersOf(value: Json): readonly FreshYaml[] | undefined {
  if (isJsonArray(value)) return value.map((one) => ({ value: one }));
  if (!isJsonObject(value)) return undefined;
  return Object.keys(value).map((key) => ({ key, value: value[key] ?? null }));
}

function renderMember(
  { key, value }: FreshYaml,
  style: FlowStyle,
  indent: string,
  layout: Layout | 'auto',
): string {
  const text = renderFlow(value, style, indent, layout);
  return key === undefined ? text : style.scalar(key, true) + style.colon + text;
}

/** The edits that turn the members of a non-empty bracketed collection into those of a plan. */
export function rewriteFlow(
  text: string,
  tree: Collection,
  plan: YamlPlan,
  style: FlowStyle,
): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const run of memberRanges(tree, plan)) {
    const edit = editRun(text, tree, run, style);
    if (edit === undefined) return undefined;
    edits.push(edit);
  }
  return edits;
}

function editRun(
  text: string,
  tree: Collection,
  run: MemberRange,
  style: FlowStyle,
): TextEdit | undefined {
  const { members } = tree;
  const before = members[run.before];
  const after = members[run.after];
  const removed = members.slice(run.before + 1, run.after);
  const reference = before ?? after ?? removed[0];
  if (reference === undefined) return undefined;
  const onLines = startsLine(text, reference.start);
  const indent = indentAt(text, reference.start);
  const gap = onLines ? `,${style.newline}${indent}` : style.comma;
  const texts = run.fresh.map((one) => {
    const layout = layoutLike(text, tree, one, onLines);
    return renderMember(one, style, indent, layout);
  });
  if (before !== undefined) {
    const end = removed.at(-1)?.end ?? before.end;
    return splice(before.end, end, texts.map((one) => gap + one).join(''));
  }
  const start = removed[0]?.start ?? after?.start ?? 0;
  const end = after?.start ?? removed.at(-1)?.end ?? start;
  const behind = texts.length > 0 && after !== undefined ? gap : '';
  return splice(start, end, texts.join(gap) + behind);
}

/** The layout of a new member, which follows its last sibling of the same kind. */
function layoutLike(
  text: string,
  tree: Collection,
  { value }: FreshYaml,
  onLines: boolean,
): Layout | 'auto' {
  if (!onLines && !isOnLines(text, tree)) return 'inline';
  const kind = isJsonArray(value) ? 'list' : 'map';
  const model = tree.members.findLast(
    ({ value: sibling }) => sibling.kind === kind && sibling.members.length > 0,
  )?.value;
  if (model === undefined || model.kind === 'leaf') return 'auto';
  return isOnLines(text, model) ? 'lines' : 'inline';
}

export function splice(start: number, end: number, text: string): TextEdit {
  return { offset: start, length: end - start, text };
}
