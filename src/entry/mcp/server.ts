import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type Tool as ListedTool,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { version } from '../../app/version.ts';
import { jsonDepth } from '../../evidence/audit/scan/depth.ts';
import { fail, formatProblem, type Problem } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import { displayText } from '../../model/text.ts';
import { jsonText } from '../../present/terminal/safe.ts';
import { isAway } from '../api/http/away.ts';
import { type Agent, clientName } from './agent.ts';
import { dataNotice, instructions, shownData } from './data.ts';
import type { AgentPlace } from './place/types.ts';
import type { Tool, ToolContext } from './tool.ts';
import { toolsFor } from './tools/all.ts';

/** A call of a tool, for logging. `problem` is the code of its failure. */
export interface ToolCall {
  readonly tool: string;
  readonly agent: Agent;
  readonly problem?: string;
  /** Set for an unexpected failure. */
  readonly error?: unknown;
}

export interface McpDeps {
  readonly place: AgentPlace;
  /** Name of the token, or of the account. */
  readonly token: string;
  /** The name that the client gave earlier; defaults to the one in this connection. */
  readonly client?: string;
  readonly may: Readonly<Record<Tool['access'], boolean>>;
  readonly mayApprove: boolean;
  readonly called: (call: ToolCall) => void;
}

/** The server for one connection. It lists the tools that the caller may use, and runs them. */
export function createMcpServer(deps: McpDeps): Server {
  const { place, token, may, mayApprove, called } = deps;
  const tools = new Map(toolsFor(place, may).map((each) => [each.name, each]));
  const server = new Server(
    { name: 'parley', version: version() },
    { capabilities: { tools: {} }, instructions },
  );
  const agent = (): Agent => {
    return { token, client: deps.client ?? clientName(server.getClientVersion()) };
  };
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [...tools.values()].map(listed),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const found = tools.get(params.name);
    if (found === undefined) throw noTool(params.name);
    const context: ToolContext = { place, agent: agent(), mayApprove };
    return call(found, context, params.arguments ?? {}, called);
  });
  return server;
}

function listed({ name, title, description, access, input, output }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
    annotations: {
      title,
      readOnlyHint: access === 'read',
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

/** The protocol's form of a schema, which must describe an object. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return { ...json, type: 'object' } as ListedTool['inputSchema'];
}

async function call(
  tool: Tool,
  context: ToolContext,
  args: unknown,
  called: McpDeps['called'],
): Promise<CallToolResult> {
  const about = { tool: tool.name, agent: context.agent };
  try {
    const isDeep = jsonDepth(JSON.stringify(args), maxDepth) > maxDepth;
    const result = isDeep ? fail(tooDeep) : await tool.call(context, args);
    if (!result.ok) {
      called({ ...about, problem: result.error.code });
      return failed(result.error);
    }
    called(about);
    return answered(result.value);
  } catch (error) {
    const problem = isAway(error) ? away : unexpected;
    called({ ...about, problem: problem.code, error });
    return failed(problem);
  }
}

/** Deeper values could exhaust the stack of every function that walks them. */
const maxDepth = 100;

function answered(value: object): CallToolResult {
  const shown = shownData(value) as Record<string, unknown>;
  const { notice: _, ...data } = shown;
  return {
    content: [
      { type: 'text', text: dataNotice },
      { type: 'text', text: jsonText(data) },
    ],
    structuredContent: shown,
  };
}

/** The place of a problem is left out, because agents must not learn paths on this machine. */
function failed({ code, message, hint }: Problem): CallToolResult {
  const shown = shownData({ code, message, ...(hint === undefined ? {} : { hint }) });
  const text = displayText(
    scrubText(formatProblem({ code, message, ...(hint === undefined ? {} : { hint }) })),
    2000,
  );
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${text}` }],
    _meta: { 'parley/problem': shown },
  };
}

function noTool(name: string): McpError {
  const text = `There is no tool ${displayText(name, 60)} for this caller.`;
  return new McpError(ErrorCode.InvalidParams, text);
}

const tooDeep: Problem = {
  code: 'arguments-invalid',
  message: 'The arguments are nested too deeply.',
  hint: `Nest them ${maxDepth} levels at most.`,
};

const away: Problem = {
  code: 'store-away',
  message: 'The store or the queue does not answer.',
  hint: 'The call may have taken effect: try again.',
};

const unexpected: Problem = {
  code: 'internal',
  message: 'Something went wrong here.',
  hint: 'The log of the server has the details.',
};
