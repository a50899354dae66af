import type { Money, Price, PriceList, Pricing } from '../../../model/cost.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { MarkedChange } from '../change.ts';
import type { CostField } from './types.ts';
import { costValueAt, numberIn, sizeIn } from './values.ts';

/** The monthly cost of one side, or undefined if a price or a number for it is unknown. */
type Bill = number | undefined;

/**
 * The monthly difference that a change makes. For a created or deleted resource it covers what has
 * a price; for a changed one it is undefined unless everything that changed has a price.
 */
export function monthlyChange(
  { type, before, after }: MarkedChange,
  fields: readonly CostField[],
  pricing: Pricing,
): Money | undefined {
  const prices = pricesFor(type, pricing);
  if (prices.length === 0) return undefined;
  const parts = partsOf(fields, prices);
  const [old, now] = [billsOf(parts, before), billsOf(parts, after)];
  const isWhole = before === undefined || after === undefined;
  let amount = 0;
  let priced = false;
  for (const [index, part] of parts.entries()) {
    if (!isWhole && !part.fields.some((field) => differs(field, before, after))) continue;
    const [from, to] = [old[index], now[index]];
    if (from === undefined || to === undefined) {
      if (isWhole && !part.isSize) continue;
      return undefined;
    }
    amount += to - from;
    priced = true;
  }
  const isLeftOut = fields.some(
    (field) =>
      !isWhole &&
      field.measure !== 'limit' &&
      differs(field, before, after) &&
      !parts.some((part) => part.fields.includes(field)),
  );
  if (!priced || isLeftOut) return undefined;
  return { amount: Math.round(amount * 100) / 100, currency: pricing.list.currency };
}

/** A part that is billed as a unit: pieces of a size, or the units of one field. */
interface Part {
  readonly isSize: boolean;
  readonly fields: readonly CostField[];
  readonly bill: (resource: JsonObject) => Bill;
}

function partsOf(fields: readonly CostField[], prices: readonly Price[]): readonly Part[] {
  const units = fields.flatMap((field): readonly Part[] => {
    const price = prices.find((one) => one.field === field.path);
    return price === undefined ? [] : [unitsPart(field, price)];
  });
  const pieces = fields.filter((field) => field.pieces === true);
  const size = fields.find(({ measure }) => measure.endsWith('-size'));
  const isPriced = units.some((part) => part.fields.some((field) => pieces.includes(field)));
  const hasSizes = prices.some((price) => price.size !== undefined);
  if (size === undefined || isPriced || !hasSizes) return units;
  return [sizePart(size, pieces, prices), ...units];
}

function unitsPart(field: CostField, { monthly }: Price): Part {
  const bill = (resource: JsonObject): Bill => {
    const number = numberIn(field, costValueAt(resource, field.path));
    return number === undefined ? undefined : number * monthly;
  };
  return { isSize: false, fields: [field], bill };
}

function sizePart(size: CostField, pieces: readonly CostField[], prices: readonly Price[]): Part {
  const bill = (resource: JsonObject): Bill => {
    const name = sizeIn(costValueAt(resource, size.path))?.toLowerCase();
    const price = prices.find((one) => one.size?.toLowerCase() === name);
    if (name === undefined || price === undefined) return undefined;
    const counts = pieces.map((field) => numberIn(field, costValueAt(resource, field.path)));
    if (counts.includes(undefined)) return undefined;
    return counts.reduce((product: number, each) => product * (each ?? 0), price.monthly);
  };
  return { isSize: true, fields: [size, ...pieces], bill };
}

/** A side that does not exist costs nothing. */
function billsOf(parts: readonly Part[], resource: JsonObject | undefined): readonly Bill[] {
  return parts.map(({ bill }) => (resource === undefined ? 0 : bill(resource)));
}

function differs(
  field: CostField,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): boolean {
  const [old, now] = [before, after].map((one) => one && costValueAt(one, field.path));
  return JSON.stringify(old) !== JSON.stringify(now);
}

/** The prices that apply to a type, those of the region first. */
function pricesFor(type: string, { list, region }: Pricing): readonly Price[] {
  return list.prices
    .filter((price) => price.type === type)
    .filter((price) => price.region === undefined || price.region === region)
    .sort((a, b) => Number(a.region === undefined) - Number(b.region === undefined));
}

/** The prices where a resource runs: by its own region or zone, or else by the given region. */
export function regionalPricing(
  list: PriceList,
  region: string | undefined,
  attributes: JsonObject | undefined,
): Pricing {
  const own = attributes && (textAt(attributes, 'region') ?? textAt(attributes, 'location'));
  const zone = attributes && textAt(attributes, 'zone');
  const where = own ?? zone?.replace(/-[a-z]$/, '') ?? region;
  return { list, ...(where === undefined ? {} : { region: where }) };
}

function textAt(attributes: JsonObject, name: string): string | undefined {
  const value = attributes[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
