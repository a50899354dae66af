import { displayText } from '../../model/text.ts';
import type { Io } from '../../ports/io.ts';

/** The parts of the error stream that a progress line uses. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 120;
/** Returns to the beginning of the line, and clears it. */
const clear = '\r\u001b[K';

/**
 * A line at the bottom of a terminal that shows the current activity and its duration, and
 * disappears when that ends; and an `err` that writes above the line. Without a terminal there is
 * no such line.
 */
export function progressLine(
  stream: ProgressStream,
  elapsed: () => number,
): Pick<Io, 'err' | 'progress'> {
  if (stream.isTTY !== true) return { err: (text) => void stream.write(text) };
  const running = new Map<symbol, { readonly what: string; readonly since: number }>();
  let timer: NodeJS.Timeout | undefined;
  let frame = 0;
  const draw = (): void => {
    const all = [...running.values()];
    const last = all.at(-1);
    if (last === undefined) return;
    const seconds = Math.floor((elapsed() - last.since) / 1_000);
    const more = all.length === 1 ? '' : ` (and ${all.length - 1} more)`;
    const room = Math.max(20, (stream.columns ?? 80) - 1);
    const end = `${more}  ${seconds} s`;
    const what = displayText(last.what, room - end.length - 2);
    stream.write(`${clear}${frames[frame % frames.length]} ${what}${end}`);
  };
  return {
    err: (text) => {
      stream.write(running.size === 0 ? text : clear + text);
      // A partial line must not be overwritten, so the progress line waits for its end.
      if (text.endsWith('\n')) draw();
    },
    progress: (what) => {
      const key = Symbol(what);
      running.set(key, { what, since: elapsed() });
      timer ??= setInterval(() => {
        frame += 1;
        draw();
      }, frameMs).unref();
      draw();
      return () => {
        running.delete(key);
        stream.write(clear);
        draw();
        if (running.size > 0 || timer === undefined) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
