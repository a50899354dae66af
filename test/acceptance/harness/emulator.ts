import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** A copy of the emulated cloud that nobody else uses. */
export interface Fork {
  readonly pid: number;
  readonly endpoint: string;
}

/** The emulated cloud that a project was applied to. */
export interface Emulator {
  readonly endpoint: string;
  fork(): Promise<Fork>;
  /** A copy that can itself be copied. It takes commands on `socket`, the path of a Unix socket. */
  copy(socket: string): Promise<Emulator>;
  stop(fork: Fork): Promise<void>;
  /** Kills it and its copies: in an orderly exit, Python takes seconds to free its memory. */
  quit(): Promise<void>;
}

interface Answer {
  readonly event: string;
  readonly pid: number;
  readonly port: number;
  readonly message?: string;
}

export async function startEmulator(python: string, script: string): Promise<Emulator> {
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'pipe'] });
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString('utf8')));
  return connect({ commands: child.stdin, answers: child.stdout, errors }, async () => {
    const ended = child.exitCode === null && child.signalCode === null && once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
}

interface Line {
  readonly commands: Writable;
  readonly answers: Readable;
  /** What the emulator wrote to standard error. */
  readonly errors: readonly string[];
}

async function connect(line: Line, quit: () => Promise<void>): Promise<Emulator> {
  const { commands, answers, errors } = line;
  const lines = createInterface({ input: answers })[Symbol.asyncIterator]();
  // One command at a time, since answers come in the order of the commands.
  let last: Promise<unknown> = Promise.resolve();

  async function read(event: string): Promise<Answer> {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The emulator ended: ${errors.join('').slice(-2000)}`);
    const answer = JSON.parse(value) as Answer;
    if (answer.event !== event) throw new Error(answer.message ?? `Unexpected ${answer.event}`);
    return answer;
  }

  function ask(command: string, event: string): Promise<Answer> {
    const answer = last.then(() => {
      commands.write(`${command}\n`);
      return read(event);
    });
    last = answer.catch(() => undefined);
    return answer;
  }

  const { port } = await read('listening');
  return {
    endpoint: endpointOf(port),
    async fork() {
      const { pid, port } = await ask('fork', 'forked');
      return { pid, endpoint: endpointOf(port) };
    },
    async copy(place) {
      const { pid } = await ask(`fork ${place}`, 'forked');
      const socket = createConnection(place);
      await once(socket, 'connect');
      return connect({ commands: socket, answers: socket, errors }, async () => {
        await ask(`stop ${pid}`, 'stopped');
        socket.destroy();
      });
    },
    async stop(fork) {
      await ask(`stop ${fork.pid}`, 'stopped');
    },
    quit,
  };
}

function endpointOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
