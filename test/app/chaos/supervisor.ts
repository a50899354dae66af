import type { Running } from '../harness/program.ts';

/** Restarts a process whenever it ends, as an orchestrator does. */
export interface Supervised {
  kill(): Promise<void>;
  /** Stops it for good. */
  stop(): Promise<void>;
  /** How often it ended without being killed. */
  readonly falls: number;
}

export function supervise(start: () => Promise<Running>): Supervised {
  let current: Running | undefined;
  let isStopping = false;
  let killed = 0;
  let ends = 0;
  const run = async (): Promise<void> => {
    while (!isStopping) {
      // A process that cannot start because a server is down ends, and is started again.
      current = await start().catch(() => undefined);
      if (isStopping) await current?.kill();
      await current?.ended;
      ends += 1;
    }
  };
  const running = run();
  const kill = async (): Promise<void> => {
    const victim = current;
    if (victim === undefined || !victim.isRunning) return;
    killed += 1;
    await victim.kill();
  };
  return {
    kill,
    async stop() {
      isStopping = true;
      await kill();
      await running;
    },
    get falls() {
      return ends - killed;
    },
  };
}
