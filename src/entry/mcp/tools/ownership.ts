import { z } from 'zod';
import { readBlame } from '../../../app/history/blame.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import type { FieldBlame, ResourceBlame } from '../../../stages/ledger/blame.ts';
import type { HistoryLine } from '../../../stages/ledger/types.ts';
import { pageOver } from '../../api/http/page.ts';
import { dataNotice } from '../data.ts';
import {
  addressArgument,
  pagingArguments,
  stackArgument,
  stackTool,
  type ToolContext,
} from '../tool.ts';
import { toolProblem } from './problem.ts';
import { agentNotice, field, ValueView, valueView, WhoView } from './views.ts';

const target = {
  address: addressArgument,
  field: z.string().min(1).max(500).optional().meta({
    description: 'With what is below it: desired_capacity, tags; all fields unless given',
  }),
  stack: stackArgument,
};

const OwnerView = z.object({
  who: WhoView,
  since: z.string(),
  reason: z.string(),
  delegated: z.enum(['no', 'in-force', 'expired']),
  min: z.number().optional(),
  max: z.number().optional(),
  until: z.string().optional(),
});

const FieldView = z.object({
  address: z.string(),
  field: z.string(),
  value: ValueView,
  owners: z.array(OwnerView),
  contested: z.array(z.object({ by: WhoView, wanted: ValueView, since: z.string() })),
});

const BlameView = FieldView.extend({
  history: z.array(
    z.object({
      time: z.string(),
      who: WhoView,
      change: z.string(),
      value: ValueView,
      reason: z.string(),
      evidence: z.array(z.string()),
    }),
  ),
});

/** The latest entries of the history of a field that are shown. */
const maxLines = 20;

export const blameTool = stackTool({
  name: 'blame',
  title: 'Blame',
  description:
    'Who owns each field of a resource, since when, why and within which bounds, with the latest of what happened to it. By address and field.',
  access: 'read',
  input: z.strictObject({ ...target, ...pagingArguments }),
  output: z.object({
    notice: agentNotice,
    fields: z.array(BlameView),
    next: z.string().optional(),
  }),
  async run(context, { limit, cursor, ...asked }) {
    const found = await ownersOf(context, asked);
    if (!found.ok) return found;
    const page = await pageOver([''], { limit, cursor }, async () =>
      found.value.flatMap((resource) =>
        resource.fields.map((one) => ({
          key: `${resource.address} ${one.field}`,
          item: { ...fieldOf(resource, one), history: historyOf(resource, one) },
        })),
      ),
    );
    if (!page.ok) return fail(toolProblem(page.error));
    return ok({ notice: dataNotice, fields: [...page.value.items], next: page.value.next });
  },
});

export const checkOwnership = stackTool({
  name: 'check_ownership',
  title: 'Check ownership',
  description:
    'Whether a principal already owns a field, before it sets it: `free` where nobody but the code holds it, `own`, `delegated` within the bounds that are given, or `taken` by somebody else.',
  access: 'read',
  input: z.strictObject({
    ...target,
    field: z.string().min(1).max(500),
    principal: z.string().min(1).max(2048).meta({
      description: 'ARN of the role or user without the session, mail address or account',
    }),
  }),
  output: z.object({
    notice: agentNotice,
    standing: z.enum(['free', 'own', 'delegated', 'taken']),
    fields: z.array(FieldView),
  }),
  async run(context, { principal, ...asked }) {
    const found = await ownersOf(context, asked);
    if (!found.ok) return found;
    const fields = found.value.flatMap((resource) =>
      resource.fields.slice(0, 200).map((one) => fieldOf(resource, one)),
    );
    const owners = fields.flatMap((one) => one.owners);
    return ok({ notice: dataNotice, standing: standingOf(owners, principal), fields });
  },
});

type Owner = z.input<typeof OwnerView>;

function standingOf(owners: readonly Owner[], principal: string) {
  const others = owners.filter(({ who }) => who.id !== principal && who.id !== codeId);
  if (others.length > 0) return 'taken';
  const own = owners.filter(({ who }) => who.id === principal);
  if (own.length === 0) return 'free';
  return own.every(({ delegated }) => delegated === 'in-force') ? 'delegated' : 'own';
}

/** The declared code, under its id in the ledger. */
const codeId = 'code';

function ownersOf(
  { place, stack }: ToolContext & { readonly stack: string },
  { address, field: path }: { readonly address: string; readonly field?: string | undefined },
): Promise<Result<readonly ResourceBlame[]>> {
  return place.withStore(stack, 'knows who owns what', (store) =>
    readBlame(store, { address, path, now: place.now() }),
  );
}

function fieldOf({ address }: ResourceBlame, one: FieldBlame): z.input<typeof FieldView> {
  return {
    address,
    field: one.field,
    value: valueView(one.value),
    owners: one.owners.map(({ manager, since, reason, delegated, delegation }) => ({
      who: manager,
      since,
      reason,
      delegated,
      min: delegation?.bounds?.min,
      max: delegation?.bounds?.max,
      until: delegation?.expires,
    })),
    contested: one.contests.map(({ manager, wanted, since }) => ({
      by: manager,
      wanted: valueView(wanted),
      since,
    })),
  };
}

function historyOf({ history }: ResourceBlame, one: FieldBlame) {
  return history
    .filter(({ path }) => field(path) === one.field)
    .slice(-maxLines)
    .map(({ time, manager, change, value, reason, evidence }: HistoryLine) => ({
      time,
      who: manager,
      change,
      value: valueView(value),
      reason,
      evidence: evidence.slice(0, maxLines),
    }));
}
