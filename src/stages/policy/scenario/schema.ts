import { z } from 'zod';
import { actorClasses } from '../../../model/actor.ts';
import { outcomes } from '../../../model/decision.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../model/json.ts';
import { Re2Expression } from '../../../model/re2.ts';
import { PriceFile } from '../../../providers/harm/cost/price-file.ts';
import { changeForms } from '../../intent/notation/change.ts';

const time = z.iso.datetime({ offset: true, message: 'Use a time like 2026-03-14T02:00:00Z' });
const json = z.custom<Json>((value) => value !== undefined, 'A value is missing');

const jsonObject = z.custom<JsonObject>((value) => isJsonObject(value as Json), 'Give attributes');

const Actor = z.strictObject({
  class: z.enum(actorClasses),
  name: z.string().optional(),
  /** ARN; generated if omitted. */
  principal: z.string().optional(),
  /** Session name chosen by the caller. */
  session: z.string().optional(),
  /** False if the class is based only on the caller's own claims. */
  trusted: z.boolean().default(true),
  /** False if no record of the log shows who acted. */
  recorded: z.boolean().default(true),
});

const made = { by: z.string(), time: time.optional() };
const [set, hidden, add, remove, created, deleted] = changeForms;
const Change = z.union([
  set.extend(made),
  hidden.extend(made),
  add.extend(made),
  remove.extend(made),
  created.extend(made),
  deleted.extend(made),
]);

const Window = z.strictObject({
  id: z.string(),
  from: time,
  to: time.optional(),
  environments: z.array(z.string()).optional(),
  addresses: z.array(z.string()).optional(),
});

const Want = z.union([
  z.strictObject({ eq: json }),
  z.strictObject({
    min: z.number().optional(),
    max: z.number().optional(),
    prefer: z.number().optional(),
  }),
  z.strictObject({ oneOf: z.array(json).nonempty() }),
  z.strictObject({ contains: z.array(json).nonempty() }),
  z.strictObject({ excludes: z.array(json).nonempty() }),
]);

const Declared = z.strictObject({
  by: z.string(),
  at: z.string(),
  field: z.string(),
  want: Want,
  or: Want.optional(),
  why: z.string().default('Declared'),
  from: time,
  until: time.optional(),
  ticket: z.string().optional(),
});

const Approved = z.strictObject({
  /** Who gave the approval: a name or a mail address. */
  who: z.string().min(1),
  role: z.string().optional(),
  /** The worst harm that they may approve. */
  carries: z.literal([1, 2, 3, 4, 5]),
  /** The actor for whom the approval is given; anybody if omitted. */
  for: z.string().optional(),
  at: z.string(),
  field: z.string(),
  want: Want,
  from: time,
  until: time,
  ticket: z.string(),
  /** False if no system signed the approval. */
  trusted: z.boolean().default(true),
});

const Owner = z.strictObject({
  by: z.string(),
  at: z.string(),
  field: z.string(),
  min: z.number().optional(),
  max: z.number().optional(),
  expires: time.optional(),
});

/** The field to which an expectation refers, if there are several. */
export const Meant = z.strictObject({
  at: z.string().optional(),
  field: z.string().optional(),
  by: z.string().optional(),
  /** Refers to the declared intent instead of the actual change. */
  declared: z.boolean().default(false),
});

const Expectation = Meant.extend({
  verdict: z.enum(outcomes),
  rule: z.string().optional(),
  /** A regular expression that the reason matches. */
  because: Re2Expression.optional(),
  /** A regular expression that one line of the explanation matches. */
  explained: Re2Expression.optional(),
  value: json.optional(),
  expires: z.string().optional(),
});

/** Who did what, when and where. */
export const Situated = z.strictObject({
  name: z.string().min(1),
  now: time.default('2026-03-14T08:00:00Z'),
  environment: z.string().default('production'),
  actors: z.record(z.string(), Actor),
  changes: z.array(Change).nonempty(),
  /** Further values in the code, by `address field` or by field only. */
  code: z.record(z.string(), json).default({}),
  /** Other attributes of resources, by address, on which harm may depend. */
  attributes: z.record(z.string(), jsonObject).default({}),
  /** Prices in the format of the `prices` file. */
  prices: PriceFile.optional(),
  /** When the code last set a field, by field. */
  committed: z.record(z.string(), time).default({}),
  incidents: z.array(Window).default([]),
  maintenance: z.array(Window).default([]),
  freezes: z.array(Window).default([]),
  /** Actors that deploy this code. */
  deployers: z.array(z.string()).default([]),
  declared: z.array(Declared).default([]),
  approvals: z.array(Approved).default([]),
  owners: z.array(Owner).default([]),
});

/** Who did what, when and where, and what the policy should decide. */
export const Scenario = Situated.extend({
  expect: z.union([Expectation, z.array(Expectation).nonempty()]),
});

export const ScenarioFile = z.strictObject({ tests: z.array(Scenario).nonempty() });

export type Situated = z.output<typeof Situated>;
export type Scenario = z.output<typeof Scenario>;
export type Meant = z.output<typeof Meant>;
export type Expectation = z.output<typeof Expectation>;
export type NotedWant = z.output<typeof Want>;
