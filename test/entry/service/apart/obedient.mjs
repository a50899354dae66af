// Speaks the protocol of a run's program, and does what the stack name in its task says.
import { writeSync } from 'node:fs';

let answered = () => undefined;

process.on('message', (order) => {
  if (order.kind === 'task') act(order.task.stack.name);
  else if (order.kind === 'abort') tell({ ok: true, value: 'aborted' });
  else answered(order);
});
process.on('disconnect', () => process.exit());

function act(what) {
  switch (what) {
    case 'answers':
      return tell({ ok: true, value: { pid: process.pid, env: Object.keys(process.env).sort() } });
    case 'throws':
      return process.send({ kind: 'broken', message: 'It threw.' });
    case 'loops':
      for (;;);
    case 'waits':
      return undefined;
    case 'hoards':
      return hoard([]);
    case 'has much memory':
      writeSync(2, 'memory limit\n');
      return process.kill(process.pid, 'SIGKILL');
    case 'exits':
      return process.exit(7);
    case 'is killed':
      return process.kill(process.pid, 'SIGKILL');
    default:
      // Any other name is the name of a method to call.
      answered = (order) => tell({ ok: true, value: [order.kind, order.value ?? order.message] });
      return process.send({ kind: 'call', number: 1, method: what, args: [] });
  }
}

function hoard(kept) {
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
}

function tell(result) {
  process.send({ kind: 'done', result, memory: 1 });
}
