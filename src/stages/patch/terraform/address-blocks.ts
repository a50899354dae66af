import { removeBlock } from '../../../code/hcl/edit/block.ts';
import { attributesInBody } from '../../../code/hcl/edit/find.ts';
import type { Block } from '../../../code/hcl/syntax/ast.ts';
import { formatResourceAddress, parseAddress } from '../../../code/terraform/address.ts';
import type { Module } from '../../../code/terraform/config/configuration.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { own } from '../../../model/json.ts';
import type { FileEdit, Refusal } from '../../../model/patch.ts';
import { ok, type Result } from '../../../model/result.ts';
import { thenEdit } from './then-edit.ts';

/** Top-level blocks that contain one resource address, with the argument that holds it. */
const speakers: Readonly<Record<string, string>> = { import: 'to', moved: 'to', removed: 'from' };

interface Speaker {
  readonly file: SourceFile;
  readonly block: Block;
  readonly address: string;
}

/** `import`, `moved` and `removed` blocks that concern only the resource at the address. */
function addressBlocks(evaluation: Evaluation, address: string): readonly Speaker[] {
  const wanted = parseAddress(address);
  if (wanted === undefined) return [];
  const full = formatResourceAddress(wanted);
  return [...evaluation.configuration.modules.values()].flatMap((module) =>
    speakersIn(module).filter((each) => {
      if (module.path.length === 0) return each.address === full;
      const local = formatResourceAddress({
        ...wanted,
        modules: wanted.modules.slice(module.path.length),
      });
      const path = wanted.modules.slice(0, module.path.length).map((step) => step.name);
      return path.join('.') === module.path.join('.') && each.address === local;
    }),
  );
}

function speakersIn(module: Module): readonly Speaker[] {
  return [...module.files.values()].flatMap((file) =>
    file.hcl.body.items.flatMap((item) => {
      if (item.kind !== 'block' || file.role !== 'config') return [];
      const address = addressIn(file.text, item);
      return address === undefined ? [] : [{ file, block: item, address }];
    }),
  );
}

/** The address that a block concerns; undefined for other blocks and for computed addresses. */
function addressIn(text: string, block: Block): string | undefined {
  const name = own(speakers, block.type);
  const attribute = attributesInBody(block.body).find((each) => each.name === name);
  if (attribute === undefined) return undefined;
  const written = text.slice(attribute.value.start, attribute.value.end).replace(/\s+/g, '');
  const parsed = parseAddress(written);
  return parsed === undefined ? undefined : formatResourceAddress(parsed);
}

/** Removes the blocks that would concern nothing once `address` is gone. */
export function withoutAddressBlocks(
  evaluation: Evaluation,
  address: string,
  files: readonly FileEdit[],
): Result<readonly FileEdit[], Refusal> {
  const { tree } = evaluation.configuration;
  let edits: Result<readonly FileEdit[], Refusal> = ok(files);
  for (const speaker of addressBlocks(evaluation, address)) {
    if (!edits.ok || !speaker.file.editable) continue;
    edits = thenEdit(tree, edits.value, speaker.file.path, (file) => {
      const found = file.body.items.find(
        (item) =>
          item.kind === 'block' &&
          item.type === speaker.block.type &&
          addressIn(file.text, item) === speaker.address,
      );
      return found?.kind === 'block' ? removeBlock(file, found) : { ok: true, edits: [] };
    });
  }
  return edits;
}
