import type { Block } from '../../../code/hcl/syntax/ast.ts';
import { parseAddress } from '../../../code/terraform/address.ts';
import type { AffectedFinder } from '../../../code/terraform/config/affected/find.ts';
import { topBlocks } from '../../../code/terraform/config/body.ts';
import type { Configuration } from '../../../code/terraform/config/configuration.ts';
import { createFailureFinder } from '../../../code/terraform/config/failures.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { displayText } from '../../../model/text.ts';
import { lineAt } from '../../../text/lines.ts';
import type { Forbidden } from '../code-base.ts';
import { formatNamed, type NamedLine } from '../place.ts';
import type { Goal } from '../types.ts';
import { namedParts, referencesTo } from './references-to.ts';

/** The maximum length of a message that is shown, in characters. */
const longest = 160;

/**
 * Finds what an edit leaves without what it needs: references to blocks that are gone, and
 * expressions that no longer have a value. Resources that `goals` remove with it do not count.
 */
export function createDanglingFinder({
  names,
}: AffectedFinder): (
  before: Evaluation,
  after: Evaluation,
  goals: readonly Goal[],
) => Forbidden | undefined {
  const failures = createFailureFinder();
  return (before, after, goals) => {
    const leaving = leavingBlocks(after, goals);
    const references = referencesToGone(before.configuration, after.configuration, leaving).map(
      (at) => lineBefore(before.configuration, after.configuration, at),
    );
    if (references.length > 0) return { because: stillNeeded(references), needed: references };
    const changed = names(before.configuration, after.configuration);
    for (const { place, message } of failures(before, after, changed)) {
      const found = place && namedPlace(after.configuration, place.file, place.line, leaving);
      if (found === 'leaving') continue;
      const at = found && lineBefore(before.configuration, after.configuration, found);
      const shown = displayText(message, longest);
      if (at === undefined) return { because: `It would leave an error: ${shown}` };
      return { because: `${formatNamed(at)} would fail: ${shown}`, needed: [at] };
    }
    return undefined;
  };
}

function stillNeeded(references: readonly NamedLine[]): string {
  const [first, ...more] = references.map(formatNamed);
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return `${first}${others} would refer to what is gone.`;
}

/** The blocks of resources that are to be removed, as long as they are there. */
function leavingBlocks(evaluation: Evaluation, goals: readonly Goal[]): ReadonlySet<Block> {
  const blocks = new Set<Block>();
  for (const { kind, address } of goals) {
    const parsed = kind === 'delete' ? parseAddress(address) : undefined;
    if (parsed === undefined) continue;
    const module = evaluation.configuration.modules.get(
      parsed.modules.map(({ name }) => name).join('.'),
    );
    const declaration = module?.resources.get(`${parsed.type}.${parsed.name}`);
    if (declaration === undefined || evaluation.instance(address) === undefined) continue;
    blocks.add(declaration.block);
    for (const override of declaration.overrides) blocks.add(override.block);
  }
  return blocks;
}

function referencesToGone(
  before: Configuration,
  after: Configuration,
  leaving: ReadonlySet<Block>,
): readonly NamedLine[] {
  return [...after.modules].flatMap(([path, module]) => {
    const old = before.modules.get(path);
    if (old === undefined || old === module) return [];
    return [...old.resources.values()].flatMap(({ type, name }) =>
      module.resources.has(`${type}.${name}`)
        ? []
        : referencesTo(module, { root: type, name, key: undefined }, leaving),
    );
  });
}

/** The same place in the text before the edit, which is the one that a reader has. */
function lineBefore(before: Configuration, after: Configuration, at: NamedLine): NamedLine {
  const old = (before.tree.get(at.file) ?? '').split('\n');
  const now = (after.tree.get(at.file) ?? '').split('\n');
  const last = now.length - at.line;
  const isBehind = now.slice(at.line - 1).every((text, index) => {
    return text === old[old.length - 1 - last + index];
  });
  return isBehind ? { ...at, line: old.length - last } : at;
}

/** What is declared at a line; undefined if that is not known. */
function namedPlace(
  { modules }: Configuration,
  path: string,
  line: number | undefined,
  leaving: ReadonlySet<Block>,
): NamedLine | 'leaving' | undefined {
  if (line === undefined) return undefined;
  for (const { files } of modules.values()) {
    const file = files.get(path);
    if (file === undefined) continue;
    const isAt = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
      lineAt(file.text, start) <= line && line <= lineAt(file.text, end);
    const block = topBlocks(file).find(isAt);
    if (block === undefined) return undefined;
    if (leaving.has(block)) return 'leaving';
    const part = namedParts(block).find((each) => isAt(each.part));
    return part && { file: path, line, label: part.label };
  }
  return undefined;
}
