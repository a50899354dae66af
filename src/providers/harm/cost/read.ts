import type { CostChange, Pricing } from '../../../model/cost.ts';
import { isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import type { MarkedChange } from '../change.ts';
import { hasMark } from '../value/node.ts';
import { costFields } from './fields.ts';
import { awsLadder, type Ladder, numberedLadder, planLadder, sqlLadder } from './ladders.ts';
import { monthlyChange } from './price.ts';
import type { CostField, Measure } from './types.ts';
import { costValueAt, numberIn, sizeIn } from './values.ts';

const ladders: Readonly<Partial<Record<Measure, Ladder>>> = {
  'aws-size': awsLadder,
  'numbered-size': numberedLadder,
  'plan-size': planLadder,
  'sql-size': sqlLadder,
};

/**
 * The effect of a change on the resource's cost, or undefined if no number is known. If several
 * fields change together, their factors are multiplied if they belong to one product (nodes of a
 * size); otherwise there is no factor.
 */
export function readCost(change: MarkedChange, pricing?: Pricing): CostChange | undefined {
  const fields = costFields(change.type).filter((field) => !isHidden(change, field));
  const { before, after } = change;
  if (before === undefined || after === undefined) {
    return monthlyOnly(change, fields, pricing);
  }
  const steps = fields.flatMap((field) => stepOf(field, before, after) ?? []);
  const paid = steps.filter(({ field }) => field.measure !== 'limit');
  const counted = paid.length > 0 ? paid : steps;
  const [first] = counted;
  if (first === undefined) return undefined;
  const isProduct = counted.length === 1 || counted.every(({ field }) => isPart(field));
  const overall = isProduct ? productOf(counted) : { direction: commonDirection(counted) };
  const monthly = pricing && monthlyChange(change, fields, pricing);
  const direction = monthly === undefined ? overall.direction : directionOf(monthly.amount);
  if (direction === undefined) return undefined;
  return {
    direction,
    ...(overall.factor === undefined ? {} : { factor: overall.factor }),
    ...(monthly === undefined ? {} : { monthly }),
    because: counted.map(({ because }) => because).join(', '),
  };
}

function monthlyOnly(
  change: MarkedChange,
  fields: readonly CostField[],
  pricing: Pricing | undefined,
): CostChange | undefined {
  const monthly = pricing && monthlyChange(change, fields, pricing);
  if (monthly === undefined) return undefined;
  const isNew = change.before === undefined;
  const direction = directionOf(monthly.amount);
  if (direction === undefined) return undefined;
  const because = isNew ? 'it was not paid for before' : 'it is not paid for any more';
  return { direction, ...(isNew ? {} : { factor: 0 }), monthly, because };
}

/**
 * True for a field that is marked as secret or unknown, since its numbers would reveal or guess the
 * value.
 */
function isHidden({ sensitive, unknown }: MarkedChange, { path }: CostField): boolean {
  const head = path.split('.')[0] ?? '';
  return [sensitive, unknown].some((marked) =>
    [marked?.before, marked?.after].some((marks) => {
      return hasMark(isJsonObject(marks) ? own(marks, head) : marks === true);
    }),
  );
}

interface Step {
  readonly field: CostField;
  readonly direction: CostChange['direction'];
  readonly factor?: number;
  readonly because: string;
}

/** Undefined if the field is unchanged or cannot be read. */
function stepOf(field: CostField, before: JsonObject, after: JsonObject): Step | undefined {
  const [old, now] = [costValueAt(before, field.path), costValueAt(after, field.path)];
  const ladder = ladders[field.measure];
  if (ladder !== undefined) return sizeStep(field, ladder, sizeIn(old), sizeIn(now));
  const [from, to] = [numberIn(field, old), numberIn(field, now)];
  if (from === undefined || to === undefined || from === to) return undefined;
  const what = field.measure === 'limit' ? `limit of ${field.unit}` : field.unit;
  const shown = `${plain(old)} to ${plain(now)}`;
  const direction = to > from ? 'higher' : 'lower';
  if (from === 0) return { field, direction, because: `${what}: ${shown}` };
  const factor = to / from;
  return { field, direction, factor, because: `${timesText(factor)} the ${what} (${shown})` };
}

function sizeStep(
  field: CostField,
  ladder: Ladder,
  old: string | undefined,
  now: string | undefined,
): Step | undefined {
  if (old === undefined || now === undefined) return undefined;
  const factor = ladder(old, now);
  if (factor === undefined || factor === 1) return undefined;
  return {
    field,
    direction: factor > 1 ? 'higher' : 'lower',
    factor,
    because: `${timesText(factor)} the ${field.unit} (${old} to ${now})`,
  };
}

/** True for pieces and their size, which are multiplied. */
function isPart({ measure, pieces }: CostField): boolean {
  return pieces === true || ladders[measure] !== undefined;
}

function productOf(steps: readonly Step[]): {
  readonly factor?: number;
  readonly direction: CostChange['direction'] | undefined;
} {
  const factors = steps.map(({ factor }) => factor);
  if (factors.includes(undefined)) return { direction: commonDirection(steps) };
  const factor = factors.reduce((product: number, each) => product * (each ?? 1), 1);
  return { factor, direction: directionOf(factor - 1) };
}

function commonDirection(steps: readonly Step[]): CostChange['direction'] | undefined {
  const directions = new Set(steps.map(({ direction }) => direction));
  return directions.size === 1 ? steps[0]?.direction : undefined;
}

function directionOf(difference: number): CostChange['direction'] | undefined {
  if (difference === 0) return undefined;
  return difference > 0 ? 'higher' : 'lower';
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'nothing';
}

/** "4 times", "half"; to three digits. */
function timesText(factor: number): string {
  if (factor === 0) return 'none of';
  if (factor === 0.5) return 'half';
  if (factor === 2) return 'twice';
  return `${Number(factor.toPrecision(3))} times`;
}
