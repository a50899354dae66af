import { z } from 'zod';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Agent } from './agent.ts';
import { type AgentPlace, onlyPlace } from './place/types.ts';

/** The context of a tool call. */
export interface ToolContext {
  readonly place: AgentPlace;
  readonly agent: Agent;
  /** Whether the token may declare that somebody approved something. */
  readonly mayApprove: boolean;
}

/** One tool for agents. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** `write`: listed only for callers that may change something. */
  readonly access: 'read' | 'write';
  /** False where the place does not support it. */
  readonly isHere: (place: AgentPlace) => boolean;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** `args`: the arguments as received. */
  readonly call: (context: ToolContext, args: unknown) => Promise<Result<object>>;
}

interface Definition<I, O extends object>
  extends Pick<Tool, 'name' | 'title' | 'description' | 'access'>,
    Partial<Pick<Tool, 'isHere'>> {
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<O>;
  readonly run: (context: ToolContext, args: I) => Promise<Result<O>>;
}

export function tool<I, O extends object>(definition: Definition<I, O>): Tool {
  const { run, isHere = () => true, ...rest } = definition;
  return {
    ...rest,
    isHere,
    async call(context, args) {
      const parsed = definition.input.safeParse(args);
      return parsed.success ? run(context, parsed.data) : fail(wrongArguments(parsed.error));
    },
  };
}

interface StackTool<I, O extends object> extends Omit<Definition<I, O>, 'run'> {
  /** `stack` is the one that the call refers to. */
  readonly run: (context: ToolContext & { readonly stack: string }, args: I) => Promise<Result<O>>;
}

/** A tool for one stack, whose input has `stackArgument`. */
export function stackTool<I extends { readonly stack?: string | undefined }, O extends object>(
  definition: StackTool<I, O>,
): Tool {
  return tool({
    ...definition,
    async run(context, args) {
      const stack = stackMeant(context.place, args.stack);
      return stack.ok ? definition.run({ ...context, stack: stack.value }, args) : stack;
    },
  });
}

const maxFlaws = 5;

export function wrongArguments({ issues }: Pick<z.ZodError, 'issues'>): Problem {
  const flaws = issues.slice(0, maxFlaws).map(({ path, message }) => {
    const place = path.length === 0 ? '' : `${path.map(String).join('.')}: `;
    return displayText(`${place}${message}`, 200);
  });
  return {
    code: 'arguments-invalid',
    message: `The arguments are not what the tool takes: ${flaws.join('; ')}.`,
    hint: 'The input schema of the tool says what it takes.',
  };
}

export const stackArgument = z.string().min(1).max(100).optional().meta({
  description: 'Name of a stack; optional where there is only one',
});

export const addressArgument = z.string().min(1).max(1024).meta({
  description: 'Of a resource, or of a module and everything in it',
});

/** Arguments that select part of a list. */
export const pagingArguments = {
  limit: z.int().min(1).max(200).optional().meta({ description: 'Items; 50 unless given' }),
  cursor: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .meta({ description: '`next` of the previous part' }),
};

/** The stack that a call refers to. Fails with `which-stack`. */
export function stackMeant({ stacks }: AgentPlace, asked: string | undefined): Result<string> {
  if (stacks === undefined) {
    return asked === undefined ? ok(onlyPlace) : fail(whichStack(asked, []));
  }
  const [only, ...more] = stacks;
  if (asked === undefined && only !== undefined && more.length === 0) return ok(only);
  return asked !== undefined && stacks.includes(asked)
    ? ok(asked)
    : fail(whichStack(asked, stacks));
}

const maxNamed = 20;

function whichStack(asked: string | undefined, known: readonly string[]): Problem {
  const named = known.slice(0, maxNamed).map((name) => displayText(name, 100));
  const more = known.length > maxNamed ? ` and ${known.length - maxNamed} more` : '';
  return {
    code: 'which-stack',
    message:
      asked === undefined
        ? 'The call does not say which stack it means.'
        : `There is no stack ${displayText(asked, 100)}.`,
    hint:
      known.length === 0
        ? 'Leave `stack` out: there is one thing to look at, without a name.'
        : `Give as \`stack\` one of ${named.join(', ')}${more}.`,
  };
}
