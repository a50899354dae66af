import { startBroker } from './broker.ts';
import { findTools } from './tools.ts';

/*
 * Keeps the applied projects between runs of the tests, while you work on the cases:
 *
 *   npx tsx test/acceptance/harness/serve.ts
 *   PARLEY_ACCEPTANCE_SERVER=http://127.0.0.1:PORT npx vitest run test/acceptance/cases
 */
const { tools, missing } = findTools(process.env);
if (tools === undefined) {
  process.stderr.write(`${missing.map(({ hint }) => hint).join('\n')}\n`);
  process.exitCode = 1;
} else {
  const broker = await startBroker(tools);
  process.stdout.write(`${broker.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void broker.close().then(() => process.exit(0)));
  }
}
