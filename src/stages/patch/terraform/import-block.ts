import type { BlockParts } from '../../../code/hcl/edit/types.ts';
import type { ResourceDefinition } from '../../../code/terraform/config/blocks.ts';
import type { SourceFile } from '../../../code/terraform/config/source.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';

/** `import { to = ..., id = ... }` */
export function importBlock(address: string, id: string): BlockParts {
  return {
    type: 'import',
    labels: [],
    attributes: [
      { name: 'to', value: { kind: 'raw', text: address } },
      { name: 'id', value: { kind: 'json', value: id } },
    ],
    blocks: [],
  };
}

/**
 * Where the import block of an instance is placed: after the block that declares it, or for one in
 * a module after the module call, since only the root module may import.
 */
export function importHome(
  { configuration }: Evaluation,
  { file, block, modulePath }: ResourceDefinition,
): { readonly file: SourceFile; readonly start: number } | undefined {
  const [first] = modulePath;
  if (first === undefined) return file.editable ? { file, start: block.start } : undefined;
  const call = configuration.root.calls.get(first);
  return call?.file.editable === true ? { file: call.file, start: call.block.start } : undefined;
}
