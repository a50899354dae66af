import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A copy of the emulated cloud that nobody else sees. */
export interface Fork {
  readonly pid: number;
  readonly endpoint: string;
}

/** The emulated cloud that a project was applied to. */
export interface Emulator {
  readonly endpoint: string;
  fork(): Promise<Fork>;
  stop(fork: Fork): Promise<void>;
  /** Ends it and its copies at once: to tidy up what it has in memory takes Python seconds. */
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
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // One command at a time: answers come in the order of the commands.
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
      child.stdin.write(`${command}\n`);
      return read(event);
    });
    last = answer.catch(() => undefined);
    return answer;
  }

  const { port } = await read('listening');
  return {
    endpoint: endpointOf(port),
    async fork() {
      const answer = await ask('fork', 'forked');
      return { pid: answer.pid, endpoint: endpointOf(answer.port) };
    },
    async stop(fork) {
      await ask(`stop ${fork.pid}`, 'stopped');
    },
    async quit() {
      const ended = child.exitCode === null && child.signalCode === null && once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function endpointOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
