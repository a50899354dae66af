import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { TokenCaller } from '../api/http/tokens.ts';
import { agentSession, clientIn, clientName } from './agent.ts';
import type { AgentPlace } from './place/types.ts';
import { createMcpServer, type ToolCall } from './server.ts';

/** One message of a client, after the caller was authenticated. */
export interface McpMessage {
  readonly request: Request;
  readonly caller: TokenCaller;
  /** The parsed body. */
  readonly json: unknown;
  readonly place: AgentPlace;
  readonly called: (call: ToolCall) => void;
}

const sessionHeader = 'mcp-session-id';

/**
 * Answers one message with JSON. No state is kept between messages: the name that the client gave
 * at the start is part of its session id, so that any process can answer, and a client that
 * disconnects leaves nothing behind.
 */
export async function answerMessage({
  request,
  caller,
  json,
  place,
  called,
}: McpMessage): Promise<Response> {
  const begun = clientBeginning(json);
  const client = begun ?? clientIn(request.headers.get(sessionHeader) ?? undefined);
  const server = createMcpServer({
    place,
    token: caller.name,
    client,
    may: { read: caller.scopes.includes('read'), write: caller.scopes.includes('write') },
    mayApprove: caller.scopes.includes('approve'),
    called,
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(request, { parsedBody: json });
    if (begun !== undefined && response.ok)
      response.headers.set(sessionHeader, agentSession(begun));
    return response;
  } finally {
    await server.close();
  }
}

/**
 * The name that a client gives in the message that begins a session; undefined in all other
 * messages.
 */
function clientBeginning(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || !('method' in json)) return undefined;
  if (json.method !== 'initialize' || !('params' in json)) return undefined;
  const { params } = json;
  const hasInfo = typeof params === 'object' && params !== null && 'clientInfo' in params;
  return clientName(hasInfo ? params.clientInfo : undefined);
}
