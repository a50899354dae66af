import { z } from 'zod';
import { declareIntent as declare } from '../../../app/declare/declare.ts';
import { actorNamed } from '../../../app/trial/caller.ts';
import { WrittenDeclaration, WrittenWant } from '../../../config/declarations.ts';
import { builtInSignatures } from '../../../evidence/actor/signatures.ts';
import { purposes } from '../../../model/intent.ts';
import { fail, ok, type Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { agentName } from '../agent.ts';
import { dataNotice } from '../data.ts';
import { stackArgument, stackTool, wrongArguments } from '../tool.ts';
import { agentNotice } from './views.ts';

const time = z.iso.datetime({ offset: true, message: 'Use a time like 2026-03-14T02:00:00Z' });

const Output = z.object({
  notice: agentNotice,
  id: z.string(),
  declaredAt: z.string(),
  declaredBy: z.string(),
  from: z.string(),
  until: z.string().optional(),
  kept: z.boolean().meta({ description: 'False for a dry run' }),
  concerns: z
    .array(
      z.object({
        drift: z.string(),
        address: z.string(),
        field: z.string(),
        kept: z.boolean().optional().meta({ description: 'The live value is what is wanted' }),
      }),
    )
    .meta({ description: 'Drifts of the latest run that it concerns' }),
});

export const declareIntentTool = stackTool({
  name: 'declare_intent',
  title: 'Declare an intent',
  description:
    'Says beforehand what you want a field to be, why, and for how long. A change that `principal` makes in that window, to what you declared, is then known to be yours. It takes effect with the next run, and is a claim: it approves nothing.',
  access: 'write',
  input: z.strictObject({
    stack: stackArgument,
    principal: z.string().min(1).max(2048).meta({
      description:
        'Who will make the change: ARN of a role or user without the session, never of a person',
    }),
    address: z.string().min(1).max(1024).meta({ description: 'Of a resource or a module' }),
    field: z.string().min(1).max(500).optional().meta({
      description: 'If omitted: the resource itself, which is present or absent',
    }),
    want: WrittenWant.meta({
      description:
        'The constraint: equals, min and max (with prefer), one_of, contains, excludes, present or absent',
    }),
    or: WrittenWant.optional().meta({ description: 'What is acceptable as well' }),
    because: z.string().min(1).max(1000).meta({ description: 'Why, in a sentence' }),
    purpose: z.enum(purposes).optional(),
    from: time.optional().meta({ description: 'Start of the window; now unless given' }),
    until: time.optional().meta({ description: 'End of the window; without end unless given' }),
    ticket: z.string().min(1).max(200).optional(),
    approver: z.string().min(1).max(200).optional().meta({
      description: 'Who approved it: only for tokens that may say so, with until and ticket',
    }),
    expect: z
      .string()
      .regex(/^(?:none|i-[0-9a-f]{12})$/)
      .optional()
      .meta({
        description:
          'Id of the declaration of `principal` for this field that must still be in force; none if there must be none',
      }),
    dry_run: z.boolean().optional().meta({ description: 'Keeps nothing' }),
  }),
  output: Output,
  async run({ place, agent, mayApprove, stack }, args) {
    const { principal, approver, dry_run: isTrial = false } = args;
    if (approver !== undefined && !mayApprove) return fail(notYours(approver));
    if (actorNamed(principal, builtInSignatures).class === 'human') {
      return fail(ofPerson(principal));
    }
    const { field, want, or, because, purpose, from, until, ticket } = args;
    const entry = WrittenDeclaration.safeParse(
      withoutGaps({
        by: principal,
        class: 'agent',
        name: agentName(agent),
        at: args.address,
        ...{ field, want, or, because, purpose, from, until, ticket },
        approved_by: approver,
      }),
    );
    if (!entry.success) return fail(wrongArguments(entry.error));
    const report = await place.report(stack);
    return place.withStore(stack, 'keeps what is declared', async (store) => {
      const declared = await declare(
        {
          ...{ store, now: place.now(), isTrial, expect: args.expect },
          report: report.ok ? report.value : undefined,
          sign: (document) => place.signDeclared(stack, agentName(agent), document),
        },
        entry.data,
      );
      if (!declared.ok) return declared;
      const { id, declaredAt, declaration, concerns } = declared.value;
      return ok({
        notice: dataNotice,
        id,
        declaredAt,
        declaredBy: agentName(agent),
        from: declaration.from,
        until: declaration.until,
        kept: !isTrial,
        concerns: concerns.slice(0, 200),
      });
    });
  },
});

function withoutGaps(entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}

function notYours(approver: string): Problem {
  return {
    code: 'approver-not-yours',
    message: `An agent cannot say that ${displayText(approver, 80)} approved it.`,
    hint: 'Leave `approver` out, and have them approve it themselves: in the change ticket, or with `parley intent declare --approved-by`.',
  };
}

function ofPerson(principal: string): Problem {
  return {
    code: 'in-the-name-of-a-person',
    message: `${displayText(principal, 120)} is a person, and an agent cannot declare anything in the name of one.`,
    hint: 'Give the role or account that you act as yourself.',
  };
}
