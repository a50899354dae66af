import type { TextEdit } from '../../../model/patch.ts';
import { hasNewline, indentAt, lineStartAt, startsLine } from '../../../text/lines.ts';
import type { HclFile } from '../syntax/ast.ts';
import { indentUnitOf } from './indent-unit.ts';
import type { RegionMember } from './region.ts';

/**
 * The lines between large members that follow each other, as in `}, {`. Such a line opens as many
 * brackets as it closes, and `terraform fmt` counts the sum: the line is indented like the content
 * of the brackets, unless existing lines are indented differently.
 */
export class Joints {
  readonly #file: HclFile;
  readonly #members: readonly RegionMember[];
  /** Indentation of the line that the first member starts on and the last one ends on. */
  readonly indent: string;

  constructor(file: HclFile, members: readonly RegionMember[]) {
    this.#file = file;
    this.#members = members;
    const [first] = members;
    this.indent = first === undefined ? '' : indentAt(file.text, first.start);
  }

  get #inner(): string {
    const joint = this.#members.slice(0, -1).find((member) => this.#isClosedAlone(member));
    if (joint !== undefined) return indentAt(this.#file.text, joint.end - 1);
    return this.indent + indentUnitOf(this.#file);
  }

  /** The text of a new member that is followed by another one. */
  open(text: string): string {
    const start = text.lastIndexOf('\n') + 1;
    const rest = text.slice(start).trimStart();
    return start > 0 && /^[)\]}]/.test(rest) ? text.slice(0, start) + this.#inner + rest : text;
  }

  /** Reindents the last line of a member, depending on whether the member is now the last one. */
  move(member: RegionMember, isLast: boolean): readonly TextEdit[] {
    if (!this.#isClosedAlone(member)) return [];
    const { text } = this.#file;
    const offset = lineStartAt(text, member.end - 1);
    const now = indentAt(text, member.end - 1);
    const wanted = isLast ? this.indent : this.#inner;
    return now === wanted ? [] : [{ offset, length: now.length, text: wanted }];
  }

  #isClosedAlone({ start, end }: RegionMember): boolean {
    const { text } = this.#file;
    return hasNewline(text, start, end) && startsLine(text, end - 1);
  }
}
