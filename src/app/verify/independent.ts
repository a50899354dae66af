import { parseAddress } from '../../code/terraform/address.ts';
import type { TerraformState } from '../../code/terraform/state/types.ts';
import type { TextEdit } from '../../model/patch.ts';
import { applyEdits } from '../../text/edits.ts';
import type { VerifyQuestion } from './question.ts';

/** Several questions that one plan can answer. */
export interface IndependentGroup {
  readonly questions: readonly VerifyQuestion[];
  /** The texts with all of the edits, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Groups questions that a single plan can answer as well as one plan each. No question in a group
 * covers a resource that another one changes or that depends on the other's resources, and their
 * edits do not touch. A resource that is not in the state may depend on anything, so its question
 * is in no group.
 */
export function independentGroups(
  questions: readonly VerifyQuestion[],
  state: TerraformState,
): readonly IndependentGroup[] {
  const reaches = reachIn(state);
  let left = questions.flatMap((question) => {
    const reach = reaches(question);
    return reach === undefined ? [] : [{ question, reach }];
  });
  const groups: IndependentGroup[] = [];
  while (left.length > 0) {
    let group: IndependentGroup = { questions: [], files: new Map() };
    const taken: Reach[] = [];
    const rest: typeof left = [];
    for (const one of left) {
      const isApart = taken.every((other) => areApart(one.reach, other));
      const joined = isApart ? withQuestion(group, one.question) : undefined;
      if (joined === undefined) rest.push(one);
      else {
        group = joined;
        taken.push(one.reach);
      }
    }
    // A first question that cannot be joined with anything gets no group.
    left = taken.length === 0 ? [] : rest;
    if (taken.length > 1) groups.push(group);
  }
  return groups;
}

/** Resources without instance keys. */
interface Reach {
  readonly own: ReadonlySet<string>;
  /** The resources they depend on. */
  readonly needs: ReadonlySet<string>;
  readonly written: string;
}

function reachIn({ resources }: TerraformState): (question: VerifyQuestion) => Reach | undefined {
  const needs = new Map<string, Set<string>>();
  for (const { address, dependencies } of resources) {
    const name = addressResource(address);
    const own = needs.get(name) ?? new Set();
    needs.set(name, own);
    for (const each of dependencies) own.add(addressResource(each));
  }
  return ({ each: { patch }, addresses }) => {
    const all = [...addresses, ...patch.blastRadius.map(({ address }) => address)];
    const own = new Set(all.map(addressResource));
    if (addresses.length === 0 || ![...own].every((name) => needs.has(name))) return undefined;
    const written = patch.files.flatMap(({ edits }) => edits.map(({ text }) => text)).join('\n');
    return { own, needs: closure(own, needs), written };
  };
}

function closure(
  names: ReadonlySet<string>,
  needs: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    for (const next of needs.get(name) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      pending.push(next);
    }
  }
  return found;
}

function areApart(one: Reach, other: Reach): boolean {
  return isApartFrom(one, other) && isApartFrom(other, one);
}

function isApartFrom({ own, needs, written }: Reach, other: Reach): boolean {
  return [...other.own].every((name) => {
    // A resource that the patch refers to becomes a dependency.
    const plain = name.split('.').slice(-2).join('.');
    return !own.has(name) && !needs.has(name) && !written.includes(plain);
  });
}

/** The address of the resource of an instance, without any instance keys. */
export function addressResource(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === undefined) return address;
  const modules = parsed.modules.map(({ name }) => `module.${name}.`).join('');
  const mode = parsed.mode === 'data' ? 'data.' : '';
  return `${modules}${mode}${parsed.type}.${parsed.name}`;
}

function withQuestion(
  { questions, files }: IndependentGroup,
  question: VerifyQuestion,
): IndependentGroup | undefined {
  const joined = new Map(files);
  for (const { path, before, after } of question.each.files) {
    const edits = editsAt(question, path);
    const others = questions.flatMap((other) => editsAt(other, path));
    const isTaken = joined.has(path);
    if (isTaken && (before === undefined || !liesApart(edits, others))) return undefined;
    // The edits must fully account for the difference between the two texts.
    const own = applyEdits(before ?? '', edits);
    if (!own.ok || own.value !== after) return undefined;
    const all = applyEdits(before ?? '', [...others, ...edits]);
    if (!all.ok) return undefined;
    joined.set(path, all.value);
  }
  return { questions: [...questions, question], files: joined };
}

function editsAt({ each }: VerifyQuestion, path: string): readonly TextEdit[] {
  return each.patch.files.filter((file) => file.path === path).flatMap(({ edits }) => edits);
}

/** Edits that touch could have another meaning together. */
function liesApart(edits: readonly TextEdit[], others: readonly TextEdit[]): boolean {
  const end = ({ offset, length }: TextEdit) => offset + length;
  return edits.every((one) =>
    others.every((other) => end(one) < other.offset || end(other) < one.offset),
  );
}
