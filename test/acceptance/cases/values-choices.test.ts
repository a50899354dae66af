import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { logCase } from './values.ts';

const values = useProject('values');
const choices = { in: 'choices.tf' } as const;
const vars = { in: 'values.auto.tfvars' } as const;

runCases(values, 'coalesce', [
  logCase({
    name: 'literal behind a variable that is null',
    of: 'coalesced',
    days: 400,
    ...choices,
    writes: 'coalesce(var.audit_days, 400)',
  }),
  logCase({
    name: 'empty variable, where the fallback is shared',
    by: 'cli human',
    of: 'owned',
    tags: { Owner: 'security' },
    in: 'variables.tf',
    writes: 'default = "security"',
  }),
  logCase({
    name: 'literal behind an empty literal',
    of: 'owned_too',
    tags: { Mail: 'sre@shop.test' },
    ...choices,
    writes: 'coalesce("", "sre@shop.test")',
  }),
  logCase({
    name: 'element of the list that is not empty',
    of: 'listed',
    tags: { Apps: 'orders' },
    ...choices,
    writes: 'critical_apps = ["orders"]',
  }),
  logCase({
    name: 'attribute that an entry has',
    of: 'settled["clicks"]',
    days: 5,
    ...choices,
    writes: 'clicks = { days = 5, sink = "" }',
  }),
  logCase({
    name: 'attribute that is null in the entry',
    by: 'cost bot',
    of: 'settled["views"]',
    days: 60,
    ...choices,
    writes: 'views = { days = 60, sink = "kafka" }',
  }),
]);

runCases(values, 'try', [
  logCase({
    name: 'number that is there',
    of: 'tried',
    days: 5,
    ...vars,
    writes: 'ingest = { days = 5, owner = "data" }',
  }),
  logCase({
    name: 'fallback of a number that is not',
    by: 'cli human',
    of: 'tried_missing',
    days: 30,
    ...choices,
    writes: 'try(var.settings.export.days, 30)',
  }),
  logCase({
    name: 'text within a template',
    of: 'tried_missing',
    tags: { Owner: 'x-sales' },
    ...vars,
    writes: 'export = { owner = "sales" }',
  }),
  logCase({
    name: 'attribute of an entry',
    of: 'parts["engine"]',
    days: 14,
    ...choices,
    writes: 'engine = { days = 14, tags = { owner = "core" } }',
  }),
  logCase({
    name: 'attribute that an entry lacks',
    by: 'on call',
    of: 'parts["wheels"]',
    days: 3,
    ...choices,
    writes: 'days = 3',
  }),
  logCase({
    name: 'attribute that lacks two levels down',
    by: 'cli human',
    of: 'parts["wheels"]',
    tags: { Owner: 'chassis' },
    ...choices,
    writes: 'owner = "chassis"',
  }),
]);

runCases(values, 'conditionals', [
  logCase({
    name: 'branch taken',
    of: 'branch',
    days: 120,
    ...choices,
    writes: 'var.critical ? 120 : 7',
  }),
  logCase({
    name: 'switch that only this one uses',
    by: 'cost bot',
    of: 'moved',
    days: 60,
    in: 'variables.tf',
    writes: 'default = false',
  }),
  logCase({
    name: 'branch of a comparison',
    of: 'compared',
    days: 365,
    ...choices,
    writes: 'var.stage == "prod" ? 365 : 3',
  }),
  logCase({
    name: 'template in the other branch',
    by: 'cli human',
    of: 'compared',
    tags: { Tier: 'top-shop-prod' },
    ...choices,
    writes: 'var.stage != "prod" ? "low" : "top-${local.prefix}"',
  }),
  logCase({
    name: 'local behind two conditions',
    of: 'twofold',
    days: 731,
    ...choices,
    writes: 'long = 731',
  }),
  logCase({
    name: 'entry of the map in a branch',
    by: 'cli human',
    of: 'twofold',
    tags: { Page: 'ann' },
    ...choices,
    writes: 'var.critical ? { Page = "ann" } : {}',
  }),
]);
