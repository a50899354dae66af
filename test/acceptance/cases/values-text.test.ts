import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { logCase } from './values.ts';

const values = useProject('values');
const literals = { in: 'literals.tf' } as const;
const templates = { in: 'templates.tf' } as const;

runCases(values, 'literals', [
  logCase({
    name: 'number before a comment',
    of: 'orders',
    days: 90,
    ...literals,
    writes: 'retention_in_days = 90 # two billing runs',
  }),
  logCase({
    name: 'tag before a comment',
    by: 'cli human',
    of: 'orders',
    tags: { Pager: 'ann' },
    ...literals,
    writes: 'Pager = "ann" # nobody',
  }),
  logCase({
    name: 'quoted key in a map on one line',
    of: 'carts',
    tags: { 'cost:center': '0815' },
    ...literals,
    writes: 'tags = { Owner = "checkout", "cost:center" = "0815" }',
  }),
  logCase({
    name: 'tag removed',
    by: 'cloud custodian',
    of: 'stock',
    untag: 'Legacy',
    ...literals,
    drops: 'Legacy = "yes"',
  }),
  logCase({
    name: 'tag added',
    by: 'cli human',
    of: 'stock',
    tags: { Shift: 'night' },
    ...literals,
    writes: 'Shift = "night"',
  }),
  logCase({
    name: 'factor of constant arithmetic',
    by: 'on call',
    of: 'prices',
    days: 14,
    ...literals,
    writes: 'retention_in_days = 24 / 24 * 14',
  }),
  logCase({
    name: 'factor in a variable',
    by: 'cost bot',
    of: 'returns',
    days: 180,
    in: 'variables.tf',
    writes: 'default = 6',
    drops: 'default = 2',
  }),
]);

runCases(values, 'templates', [
  logCase({
    name: 'text behind a reference',
    of: 'suffix',
    tags: { Dashboard: 'shop-prod-billing' },
    ...templates,
    writes: '"${local.prefix}-billing"',
  }),
  logCase({
    name: 'text in front of a reference',
    by: 'cli human',
    of: 'front',
    tags: { Zone: 'public-shop-prod' },
    ...templates,
    writes: '"public-${local.prefix}"',
  }),
  logCase({
    name: 'text between references',
    of: 'middle',
    tags: { Path: 'prod/billing/shop-prod' },
    ...templates,
    writes: '"${var.stage}/billing/${local.prefix}"',
  }),
  logCase({
    name: 'the reference that only this one uses',
    of: 'several',
    tags: { Runbook: 'shop-prod/wiki/billing' },
    in: 'values.auto.tfvars',
    writes: 'runbook = "wiki/billing"',
  }),
  logCase({
    name: 'text in the branch of a directive',
    of: 'directive',
    tags: { Alert: 'call-shop-prod' },
    ...templates,
    writes: '%{if var.critical}call%{else}mail%{endif}-${local.prefix}',
  }),
  logCase({
    name: 'element that a directive goes over',
    by: 'cli human',
    of: 'loop',
    tags: { Rota: 'eve bob then shop-prod' },
    in: 'values.auto.tfvars',
    writes: '"eve",',
    drops: '"ann",',
  }),
  logCase({
    name: 'argument of format',
    of: 'format',
    tags: { Stream: 'shop-prod-audit-12' },
    ...templates,
    writes: 'format("%s-%s-%02d", local.prefix, "audit", 12)',
  }),
  logCase({
    name: 'piece of a joined and lowered text',
    by: 'cli human',
    of: 'joined',
    tags: { Team: 'prod-billing-eu' },
    ...templates,
    writes: 'lower(join("-", [var.stage, "Billing", "eu"]))',
  }),
]);
