import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, type Implementation } from '@modelcontextprotocol/sdk/types.js';
import { root } from '../cli/parley.ts';

/** The name and version that clients in these tests report. */
export const someClient: Implementation = { name: 'some-editor', version: '1.2.3' };

/** Milliseconds. The default of a minute may be too short to start on a busy machine. */
const limit = { timeout: 300_000 };

/** The result of a tool: its data, or the code of its problem. */
export interface Reported {
  readonly data: Record<string, unknown>;
  readonly problem: string | undefined;
  readonly texts: readonly string[];
}

/** Calls a tool; the SDK validates the result against the output schema. */
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

/** Arguments that run the program: the build of this test run, or else the sources. */
export const programFlags: readonly string[] =
  process.env['PARLEY_SERVICE_PROGRAM'] === undefined
    ? ['--import', join(root, 'node_modules/tsx/dist/esm/index.mjs'), join(root, 'src/cli.ts')]
    : [process.env['PARLEY_SERVICE_PROGRAM']];

/** Starts `parley mcp` in a folder, as a client does. */
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
  // The client validates results only once it has listed the tools and their schemas.
  await client.listTools(undefined, limit);
  return { client, said: () => said, pid: () => transport.pid ?? 0 };
}

/** A client of `/mcp`. `send` replaces the network. */
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
