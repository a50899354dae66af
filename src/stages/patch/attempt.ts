import type { FileEdit, Impact, Refusal } from '../../model/patch.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import type { CodeBase, EditableCode } from './code-base.ts';
import { objectionElsewhere } from './elsewhere.ts';
import { listedImpacts } from './listed.ts';
import type { NamedLine } from './place.ts';
import type { EditSearch } from './search.ts';
import type { EditSite } from './site.ts';
import type { Goal } from './types.ts';

/**
 * The effect of an edit. `exact`: it reaches the goal and changes nothing that no goal asks for.
 */
export type Attempt<C extends EditableCode> =
  | {
      readonly kind: 'exact';
      readonly site: EditSite;
      readonly radius: readonly Impact[];
      readonly files: readonly FileEdit[];
      readonly code: C;
      /** Goals that it reaches and that were not reached before. */
      readonly reached: readonly Goal[];
      /** How many values in other stacks it sets to what is wanted there. */
      readonly settledElsewhere: number;
      /** True if it leaves alternatives that no longer differ. */
      readonly repeats: boolean;
    }
  | {
      readonly kind: 'inexact';
      readonly site: EditSite;
      readonly radius: readonly Impact[];
      readonly files: readonly FileEdit[];
      readonly because: string;
      /** True if the only reason against it is what it would change in another stack. */
      readonly onlyElsewhere: boolean;
      /** The values that it would change in this stack although no goal asks for that. */
      readonly stray: () => readonly Impact[];
      /** True if it would change more such values, which are not in the radius. */
      readonly andMore: boolean;
      /** The places that would be left without what they need, if that is the reason. */
      readonly needed?: readonly NamedLine[];
    }
  /** The place cannot be edited. */
  | { readonly kind: 'refused'; readonly site: EditSite; readonly refusal: Refusal };

/** What an edit has to achieve. */
export interface Asked {
  /** Goals that it has to reach. */
  readonly asked: readonly Goal[];
  /** All goals. The edit may reach more of them, and must undo none. */
  readonly goals: readonly Goal[];
  /** A partial step is enough, since other layers may set the same value. */
  readonly layered?: boolean;
  /** The attempt only shows whether the place would work too, so its cost is limited. */
  readonly isSpare?: boolean;
}

/** Makes the edit on a copy and compares everything that the code declares before and after. */
export function attemptSite<C extends EditableCode>(
  search: EditSearch<C>,
  code: C,
  wanted: Asked,
  site: EditSite,
): Attempt<C> {
  const { base, elsewhere } = search;
  const edited = site.edit();
  if (!edited.ok) return { kind: 'refused', site, refusal: edited.error };
  const files = edited.value;
  const applied = base.apply(code, files);
  if (!applied.ok) return { kind: 'refused', site, refusal: applied.error };
  const after = applied.value;
  const { radius, andMore, isWhole } = radiusOf(base, code, after, wanted);
  const reaches = { before: base.reached(code), after: base.reached(after) };
  const stray = (): readonly Impact[] => {
    const goalFor = base.covering(wanted.goals, radius);
    return radius.filter((impact) => goalFor(impact) === undefined);
  };
  if (!isWhole && !andMore) {
    const onlyElsewhere = false;
    const because = uncompared;
    return { kind: 'inexact', site, radius, files, because, onlyElsewhere, stray, andMore };
  }
  const objected = objection(search, reaches, wanted, { radius, andMore, stray });
  const forbidden = objected === undefined ? base.forbids(code, after, wanted.goals) : undefined;
  const here = objected ?? forbidden?.because;
  const because =
    here ?? (elsewhere && objectionElsewhere(elsewhere, code.tree, after.tree, wanted.asked));
  if (because !== undefined) {
    const onlyElsewhere = here === undefined;
    const needed = forbidden?.needed;
    const more = { onlyElsewhere, stray, andMore, ...(needed === undefined ? {} : { needed }) };
    return { kind: 'inexact', site, radius, files, because, ...more };
  }
  const reached = reachedBy(reaches, wanted.goals, radius);
  const settledElsewhere = countSettled(search, code.tree, after.tree);
  const repeats = base.repeats(code, after, files);
  return { kind: 'exact', site, radius, files, code: after, reached, settledElsewhere, repeats };
}

/** Number of resources that no goal mentions. An edit that affects more is not compared further. */
const maxStray = 100;

/** Maximum number of resources to compare when only looking for alternatives. */
const maxCompared = 1000;

const uncompared = `Not compared: more than ${maxCompared} resources may depend on it, and the chosen place works.`;

interface Reached {
  readonly radius: readonly Impact[];
  readonly andMore: boolean;
  readonly stray: () => readonly Impact[];
}

/** Everything that an edit changes, or enough of it to see that no goal asked for it. */
function radiusOf<C extends EditableCode>(
  base: CodeBase<C>,
  before: C,
  after: C,
  { goals, isSpare = false }: Asked,
): Omit<Reached, 'stray'> & { readonly isWhole: boolean } {
  const wanted = new Set(goals.flatMap(addressesOf));
  const stray = new Set<string>();
  let compared = 0;
  let isWhole = true;
  const radius = base.radius(before, after, (found) => {
    compared += 1;
    for (const { address } of found) if (!wanted.has(address)) stray.add(address);
    isWhole = stray.size <= maxStray && !(isSpare && compared > maxCompared);
    return !isWhole;
  });
  return { radius, isWhole, andMore: stray.size > maxStray };
}

function addressesOf(goal: Goal): readonly string[] {
  const replaced = goal.kind === 'create' ? goal.replaces : undefined;
  return replaced === undefined ? [goal.address] : [goal.address, replaced];
}

function countSettled<C extends EditableCode>(
  { elsewhere, wantedElsewhere = [] }: EditSearch<C>,
  before: SourceTree,
  after: SourceTree,
): number {
  if (elsewhere === undefined || wantedElsewhere.length === 0) return 0;
  return (elsewhere(before, after) ?? []).flatMap(({ settled }) => settled).length;
}

/** Which goals the code reaches without and with an edit. */
interface Reaches {
  readonly before: (goal: Goal) => boolean;
  readonly after: (goal: Goal) => boolean;
}

/** The reason against an edit; undefined if there is none. */
function objection<C extends EditableCode>(
  { base }: EditSearch<C>,
  { before, after }: Reaches,
  { asked, goals, layered = false }: Asked,
  { radius, andMore, stray: strayIn }: Reached,
): string | undefined {
  const isStep = layered && radius.length > 0;
  if (!isStep && !asked.every(after)) return 'The value would still be wrong.';
  const stray = strayIn();
  if (stray.length > 0) return `It would also change ${listedImpacts(stray, andMore)}.`;
  const touched = new Set(radius.map(({ address }) => address));
  const missed = goals.filter(
    (each) =>
      // If no value of a resource changed, only ignore rules can have been undone.
      (touched.has(each.address) || each.kind === 'ignore' || each.kind === 'unignore') &&
      !(isStep && asked.includes(each)) &&
      !after(each),
  );
  if (missed.some(before)) {
    return 'It would undo another wanted change.';
  }
  const missedFor = base.covering(
    missed.filter((each) => each.kind === 'value'),
    radius,
  );
  const wrong = radius.filter((impact) => missedFor(impact) !== undefined);
  return wrong.length === 0
    ? undefined
    : `It would set ${listedImpacts(wrong)} to a value that is not wanted there.`;
}

function reachedBy(
  { before, after }: Reaches,
  goals: readonly Goal[],
  radius: readonly Impact[],
): readonly Goal[] {
  const touched = new Set(radius.map(({ address }) => address));
  return goals.filter((each) => touched.has(each.address) && after(each) && !before(each));
}
