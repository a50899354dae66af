import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Io } from '../../ports/io.ts';
import { createMcpServer, type McpDeps } from './server.ts';

/** Bytes of one message. */
const largest = 1024 * 1024;

/** Serves one client over the process's own input and output, until it disconnects. */
export async function serveStdio(io: Io, deps: McpDeps): Promise<void> {
  const input = Readable.from(io.input?.() ?? [], { objectMode: false });
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      io.out(chunk.toString('utf8'));
      done();
    },
  });
  const server = createMcpServer(deps);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport(input, output, { maxBufferSize: largest }));
  await Promise.race([once(input, 'end'), once(input, 'error'), closed]);
  await server.close();
  input.destroy();
}
