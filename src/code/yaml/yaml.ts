import { isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { sameValue } from '../../model/json-compare.ts';
import type { TextEdit } from '../../model/patch.ts';
import { editedText, joinTouching } from '../../text/edits.ts';
import { indentAt } from '../../text/lines.ts';
import {
  type BlockStyle,
  blockStyle,
  columnAt,
  renderBehindKey,
  renderBlock,
  rewriteBlock,
} from './block.ts';
import { type FlowStyle, flowStyle, renderFlow, rewriteFlow, splice } from './flow.ts';
import { reconcileTree, type Writer } from './reconcile.ts';
import { flowScalar, literalBlock, plainScalar } from './scalar.ts';
import type { Collection, YamlEntry, YamlMember, YamlPlan, YamlTree } from './tree.ts';
import { parseYaml } from './yaml-tree.ts';

/**
 * The smallest edits that change a YAML text so that its value is `value`, like `editJsonText`:
 * comments, quotes, anchors, flow and block style stay. There are no edits if the value is equal
 * already; undefined if `text` is not a single YAML map or list, or if a part to change is written
 * elsewhere or cannot be expressed in JSON (an alias, a custom tag). The result has been parsed
 * again as a check.
 */
export function editYamlText(text: string, value: Json): readonly TextEdit[] | undefined {
  const document = parseYaml(text);
  if (document === undefined || document.tree.kind === 'leaf') return undefined;
  if (sameValue(document.value, value, 'exact')) return [];
  const made = reconcileTree(document.tree, value, new YamlWriter(text, document.tree));
  if (made === undefined) return undefined;
  const edits = joinTouching(made);
  const result = parseYaml(editedText(text, edits));
  return result !== undefined && sameValue(result.value, value, 'exact') ? edits : undefined;
}

class YamlWriter implements Writer {
  readonly #text: string;
  readonly #flow: FlowStyle;
  readonly #block: BlockStyle;
  readonly #inFlow: (offset: number) => boolean;

  constructor(text: string, root: YamlTree) {
    this.#text = text;
    this.#block = blockStyle(text, root);
    const flow = flowStyle(text, root, (value) => flowScalar(value, this.#block.singleQuotes));
    this.#flow = { ...flow, maps: 'inline', lists: 'inline' };
    const stretches = flowStretches(root);
    this.#inFlow = (offset) => stretches.some(({ start, end }) => start < offset && offset < end);
  }

  replace(
    tree: YamlTree,
    value: Json,
    owner: YamlMember | undefined,
  ): readonly TextEdit[] | undefined {
    const { start } = tree;
    const end = this.#endOf(tree);
    if (this.#inFlow(start)) {
      const gap = start === end && owner !== undefined ? ' ' : '';
      const quoted = tree.kind === 'leaf' && plainScalar(this.#text.slice(start, end), value);
      return [splice(start, end, gap + (quoted || this.#inline(value, start)))];
    }
    const isCollection = isJsonArray(value) || isJsonObject(value);
    if (tree.kind === 'leaf' && !isCollection) return this.#scalar(tree, value, owner);
    if (tree.kind !== 'leaf' && tree.style === 'flow' && tree.members.length > 0) {
      return [splice(start, end, this.#inline(value, start))];
    }
    return this.#blockValue(tree, value, owner);
  }

  rewrite(tree: Collection, plan: YamlPlan): readonly TextEdit[] | undefined {
    return tree.style === 'flow'
      ? rewriteFlow(this.#text, tree, plan, this.#flow)
      : rewriteBlock(this.#text, tree, plan, this.#block);
  }

  #inline(value: Json, at: number): string {
    return renderFlow(value, this.#flow, indentAt(this.#text, at), 'inline');
  }

  /** A block scalar ends just past its newline, which is kept. */
  #endOf({ start, end }: YamlTree): number {
    if (end === start || this.#text[end - 1] !== '\n') return end;
    return this.#text[end - 2] === '\r' ? end - 2 : end - 1;
  }

  #scalar(tree: YamlTree, value: Json, owner: YamlMember | undefined): readonly TextEdit[] {
    const { start } = tree;
    const end = this.#endOf(tree);
    const old = this.#text.slice(start, end);
    const column = owner === undefined ? 0 : columnAt(this.#text, owner.start);
    const block =
      typeof value === 'string'
        ? literalBlock(old, value, this.#indentBelow(owner), this.#block)
        : undefined;
    if (block !== undefined) return [splice(start, end, block)];
    const text =
      plainScalar(old, value) ?? renderBlock(value, this.#block, column + this.#block.unit);
    const gap = start === end && start > 0 && !/\s/.test(this.#text[start - 1] ?? '') ? ' ' : '';
    return [splice(start, end, gap + text)];
  }

  #indentBelow(owner: YamlMember | undefined): string {
    const at = owner?.start ?? 0;
    return ' '.repeat(columnAt(this.#text, at) + this.#block.unit);
  }

  #blockValue(tree: YamlTree, value: Json, owner: YamlMember | undefined): readonly TextEdit[] {
    const { start } = tree;
    const end = this.#endOf(tree);
    if (owner === undefined) return [splice(start, end, renderBlock(value, this.#block, 0))];
    const column = columnAt(this.#text, owner.start);
    const entry = isEntry(owner) ? owner : undefined;
    if (entry === undefined) return [splice(start, end, renderBlock(value, this.#block, column))];
    const between = this.#text.slice(entry.colonEnd, start);
    // An anchor or a comment after the key is kept.
    const from = between.trim() === '' ? entry.colonEnd : start;
    const isFilled = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    const text =
      from === start && !isFilled
        ? renderBlock(value, this.#block, column)
        : renderBehindKey(value, this.#block, column);
    return [splice(from, end, text)];
  }
}

function isEntry(member: YamlMember): member is YamlEntry {
  return 'key' in member;
}

function flowStretches(tree: YamlTree): readonly YamlTree[] {
  if (tree.kind === 'leaf') return [];
  if (tree.style === 'flow') return [tree];
  return tree.members.flatMap((member) => flowStretches(member.value));
}
