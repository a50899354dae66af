import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, type Implementation } from '@modelcontextprotocol/sdk/types.js';
import { root } from '../cli/parley.ts';

/** What a client of these tests calls itself. */
export const someClient: Implementation = { name: 'some-editor', version: '1.2.3' };

/** A client gives up after a minute by itself, which a busy machine may need to begin. */
const limit = { timeout: 300_000 };

/** What a tool answered: its data, or the code of its problem. */
export interface Reported {
  readonly data: Record<string, unknown>;
  readonly problem: string | undefined;
  readonly texts: readonly string[];
}

/** Calls a tool, and lets the SDK hold the answer against the output schema. */
export async function ask(client: Client, name: string, args: object = {}): Promise<Reported> {
  const called = await client.callTool(
    { name, arguments: { ...args } },
    CallToolResultSchema,
    limit,
  );
  const result = CallToolResultSchema.parse(called);
  const texts = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const problem = result.isError ? (/^([\w-]+): /.exec(texts[0] ?? '')?.[1] ?? 'none') : undefined;
  return { data: result.structuredContent ?? {}, problem, texts };
}

/** The program: as it was built for the tests of a run, or from its sources. */
export const programFlags: readonly string[] =
  process.env['PARLEY_SERVICE_PROGRAM'] === undefined
    ? ['--import', join(root, 'node_modules/tsx/dist/esm/index.mjs'), join(root, 'src/cli.ts')]
    : [process.env['PARLEY_SERVICE_PROGRAM']];

/** `parley mcp` in a folder, as a client starts it. */
export async function startStdio(
  cwd: string,
  flags: readonly string[] = [],
  as: Implementation = someClient,
): Promise<{ readonly client: Client; readonly said: () => string; readonly pid: () => number }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...programFlags, 'mcp', ...flags],
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, USER: 'tester' },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const client = new Client(as);
  await client.connect(transport, limit);
  // A list of the tools makes the client hold answers against their schemas.
  await client.listTools(undefined, limit);
  return { client, said: () => said, pid: () => transport.pid ?? 0 };
}

/** A client of `/mcp`. `send` takes the place of the network. */
export async function connectHttp(
  url: string,
  token: string,
  {
    as = someClient,
    send = fetch,
  }: { readonly as?: Implementation; readonly send?: typeof fetch } = {},
): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    fetch: send,
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const client = new Client(as);
  await client.connect(transport, limit);
  await client.listTools(undefined, limit);
  return client;
}
