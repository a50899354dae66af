/**
 * Cases of another tool with a different result, by id or by type of operation, and why they
 * differ.
 */
export type Listed =
  | { readonly reason: string; readonly ids: readonly string[] }
  | { readonly reason: string; readonly types: readonly string[] };

/** All cases of a tool that are not reproduced byte by byte. */
export interface ToolDeviations {
  /** The result means the same, but has Parley's layout. */
  readonly deviating: readonly Listed[];
  /** The operation is not an edit that Parley makes. */
  readonly notApplicable: readonly Listed[];
}

/** The ids of the cases on these lines of a file. */
function on(file: string, ...lines: readonly number[]): readonly string[] {
  return lines.map((line) => `${file}:${line}`);
}

const emptyBlock = 'an empty block closes at once: `{}`';
const apartAndEmpty = 'a new block is set apart by an empty line, and an empty one is `{}`';
const byNeighbors =
  'whether an empty line comes first follows from the neighbors, not from an option';
const blankFile = 'what is written into a file of nothing but an empty line takes its place';
const tokens = 'reads or builds tokens, which is no edit';

export const hcleditDeviations: ToolDeviations = {
  deviating: [
    {
      reason: emptyBlock,
      ids: [
        ...on('editor/filter_block_append_test.go', 77, 104, 135, 155),
        ...on('editor/filter_block_new_test.go', 15),
        ...on('cmd/block_test.go', 291, 360),
      ],
    },
    {
      reason: apartAndEmpty,
      ids: [
        ...on('editor/filter_block_append_test.go', 17),
        ...on('editor/filter_block_new_test.go', 37, 58),
        ...on('cmd/block_test.go', 250, 334, 347),
      ],
    },
    {
      reason: byNeighbors,
      ids: [
        ...on('editor/filter_attribute_append_test.go', 51),
        ...on('cmd/attribute_test.go', 462),
      ],
    },
    {
      reason: 'an empty line at the top of a file stays',
      ids: on('editor/filter_block_remove_test.go', 15, 34, 62, 77, 95, 119),
    },
    {
      reason: 'a comment above several arguments stays when the first of them goes',
      ids: on('editor/filter_attribute_remove_test.go', 27),
    },
  ],
  notApplicable: [
    {
      reason: 'reading and listing are no edits',
      types: ['attribute.get', 'block.get', 'block.list', 'body.get'],
    },
    { reason: 'nothing is ever formatted as a whole', types: ['fmt', 'fmt.vertical'] },
    {
      reason: 'nothing is ever renamed',
      types: ['attribute.rename', 'attribute.replace', 'block.rename'],
    },
    {
      reason: 'an empty address, which the command line turns away',
      ids: [
        ...on('editor/filter_block_append_test.go', 69),
        ...on('editor/filter_block_remove_test.go', 56),
      ],
    },
    {
      reason: 'a wrong count of arguments, which the command line turns away',
      ids: [
        ...on('cmd/attribute_test.go', 158, 164, 170),
        ...on('cmd/attribute_test.go', 370, 376, 444, 450, 456),
        ...on('cmd/block_test.go', 210, 216, 273, 279, 285, 374, 380),
      ],
    },
  ],
};

export const hclwriteDeviations: ToolDeviations = {
  deviating: [
    { reason: emptyBlock, ids: on('hclwrite/ast_body_test.go', 1323, 1360, 1412) },
    { reason: apartAndEmpty, ids: on('hclwrite/ast_body_test.go', 1479) },
  ],
  notApplicable: [
    { reason: tokens, types: ['attribute.getTokens', 'block.getTokens'] },
    {
      reason: 'nothing is ever renamed',
      types: ['attribute.rename', 'block.setLabels', 'block.setType'],
    },
  ],
};

export const mercariDeviations: ToolDeviations = {
  deviating: [
    { reason: blankFile, ids: on('hcledit_test.go', 140, 180, 1008) },
    {
      reason: 'an object that becomes empty closes up to `{}`',
      ids: on('hcledit_test.go', 947, 960),
    },
    { reason: 'a new block is set apart by an empty line', ids: on('hcledit_test.go', 1023) },
    {
      reason: byNeighbors,
      ids: on('option_test.go', 183, 195, 211),
    },
    { reason: 'odd spacing of other lines stays', ids: on('hcledit_test.go', 69) },
    {
      reason: 'a file that nothing is left in has no empty line',
      ids: on('hcledit_test.go', 851, 879),
    },
  ],
  notApplicable: [
    {
      reason: 'comments are kept, but none are written',
      ids: [...on('hcledit_test.go', 152, 166, 212), ...on('option_test.go', 16, 28, 44, 226)],
    },
    {
      reason: 'the tool writes a key with a dot unquoted, which Terraform does not read',
      ids: on('hcledit_test.go', 123),
    },
  ],
};

export const tfupdateDeviations: ToolDeviations = {
  deviating: [
    {
      reason: 'the oracle shows a blank less, from before its formatter runs',
      ids: on('tfupdate/update_test.go', 117, 140, 158),
    },
    { reason: 'an unformatted line stays so', ids: on('tfupdate/file_test.go', 39) },
  ],
  notApplicable: [
    {
      reason: 'lock files need hashes from a registry',
      types: ['TestUpdateLockWithOpenTofuRegistry', 'TestUpdateLockWithTerraformRegistry'],
    },
  ],
};

export const renderDeviations: ToolDeviations = {
  deviating: [],
  notApplicable: [
    {
      reason: tokens,
      types: [
        'TestTokensForFunctionCall',
        'TestTokensForObject',
        'TestTokensForTraversal',
        'TestTokensForTuple',
      ],
    },
  ],
};
