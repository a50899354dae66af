import type { NamedReceipts } from '../commit/receipts.ts';

/** Digits of an id that a person can compare. */
const shown = 16;

/**
 * The signed records of what was decided, collapsed. The checkpoint reveals a log that was
 * rewritten.
 */
export function describeReceipts(receipts: NamedReceipts | undefined): readonly string[] {
  if (receipts === undefined || receipts.ids.length === 0) return [];
  const { ids, checkpoint } = receipts;
  return [
    '',
    `<details><summary>${ids.length === 1 ? 'Receipt' : `${ids.length} receipts`} of the decision</summary>`,
    '',
    ...ids.map((id) => `- \`sha256:${id.slice(0, shown)}\``),
    '',
    'Checkpoint of the log that contains them, for `parley receipt verify --checkpoint`:',
    '',
    '```text',
    checkpoint.trimEnd(),
    '```',
    '',
    '</details>',
  ];
}
