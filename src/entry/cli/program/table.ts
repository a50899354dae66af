import type { DefineCommand } from './command.ts';

/** A command as `parley --help` lists it, and the module that has the rest. */
interface ListedCommand {
  /** The name, and what follows it on the command line. */
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<DefineCommand>;
}

/** All commands, in the order of `parley --help`. */
export const listedCommands: readonly ListedCommand[] = [
  {
    usage: 'reconcile [options]',
    summary: 'decide about out-of-band changes and write verified patches',
    load: () =>
      import('../commands/run/reconcile.ts').then(({ defineReconcile }) => defineReconcile),
  },
  {
    usage: 'scan [options]',
    summary: 'decide about out-of-band changes without writing anything',
    load: () => import('../commands/run/scan.ts').then(({ defineScan }) => defineScan),
  },
  {
    usage: 'baseline [options]',
    summary: 'read the whole state back once, for drift that is older than the logs',
    load: () => import('../commands/run/baseline.ts').then(({ defineBaseline }) => defineBaseline),
  },
  {
    usage: 'explain [options] <id>',
    summary: 'explain an intent, a drift, an event or an address of the last run',
    load: () => import('../commands/explain.ts').then(({ defineExplain }) => defineExplain),
  },
  {
    usage: 'report [options]',
    summary: 'write the last run as one self-contained HTML page, for a ticket',
    load: () => import('../commands/report.ts').then(({ defineReport }) => defineReport),
  },
  {
    usage: 'blame [options] <address> [path]',
    summary: 'show who owns each field of a resource, since when, why and within which bounds',
    load: () => import('../commands/blame.ts').then(({ defineBlame }) => defineBlame),
  },
  {
    usage: 'guard [options]',
    summary: 'show which changes of a Terraform plan undo what somebody wants, or do harm',
    load: () => import('../commands/guard.ts').then(({ defineGuard }) => defineGuard),
  },
  {
    usage: 'answer [options] <id> <answer> [value]',
    summary: 'say what should happen to an intent; the next run applies it',
    load: () => import('../commands/answer.ts').then(({ defineAnswer }) => defineAnswer),
  },
  {
    usage: 'intent',
    summary: 'declare and list intents',
    load: () => import('../commands/intent/intent.ts').then(({ defineIntent }) => defineIntent),
  },
  {
    usage: 'demo [options]',
    summary: 'reconcile a bundled project and audit log',
    load: () => import('../commands/demo/demo.ts').then(({ defineDemo }) => defineDemo),
  },
  {
    usage: 'eval [options]',
    summary: 'measure how well the rules, and the configured model, read labeled sessions',
    load: () => import('../commands/eval.ts').then(({ defineEval }) => defineEval),
  },
  {
    usage: 'kb',
    summary: 'show what was learned about calls that the catalog does not know',
    load: () => import('../commands/kb/kb.ts').then(({ defineKb }) => defineKb),
  },
  {
    usage: 'feedback',
    summary: 'record the outcome of proposals',
    load: () => import('../commands/feedback.ts').then(({ defineFeedback }) => defineFeedback),
  },
  {
    usage: 'policy',
    summary: 'show, test and compare policies',
    load: () => import('../commands/policy/policy.ts').then(({ definePolicy }) => definePolicy),
  },
  {
    usage: 'receipt',
    summary: 'show and verify signed records of decisions and changes',
    load: () => import('../commands/receipt/receipt.ts').then(({ defineReceipt }) => defineReceipt),
  },
  {
    usage: 'resources',
    summary: 'declare resources as immutable artifacts',
    load: () =>
      import('../commands/resources/resources.ts').then(({ defineResources }) => defineResources),
  },
  {
    usage: 'sync [options]',
    summary: 'generate code for declared resources from the templates of their kinds',
    load: () => import('../commands/sync.ts').then(({ defineSync }) => defineSync),
  },
  {
    usage: 'init [options]',
    summary: 'write a commented parley.yaml',
    load: () => import('../commands/init.ts').then(({ defineInit }) => defineInit),
  },
  {
    usage: 'collect [options]',
    summary: 'fetch audit records from the sources of parley.yaml into the store',
    load: () => import('../commands/collect.ts').then(({ defineCollect }) => defineCollect),
  },
  {
    usage: 'doctor [options]',
    summary: 'check what is missing on this machine and in this project',
    load: () => import('../commands/doctor.ts').then(({ defineDoctor }) => defineDoctor),
  },
  {
    usage: 'config',
    summary: 'check settings, and print their schema',
    load: () => import('../commands/config/config.ts').then(({ defineConfig }) => defineConfig),
  },
  {
    usage: 'serve [options]',
    summary: 'watch stacks: collect, scan on a schedule, propose, and answer over HTTP',
    load: () => import('../commands/service/serve.ts').then(({ defineServe }) => defineServe),
  },
  {
    usage: 'worker [options]',
    summary: 'run jobs of the service, alongside `parley serve` and other workers',
    load: () => import('../commands/service/worker.ts').then(({ defineWorker }) => defineWorker),
  },
  {
    usage: 'status [options]',
    summary: 'show the state of the stacks and queues of the service',
    load: () => import('../commands/service/status.ts').then(({ defineStatus }) => defineStatus),
  },
  {
    usage: 'jobs',
    summary: 'list, retry or remove dead jobs of the service',
    load: () => import('../commands/service/jobs/jobs.ts').then(({ defineJobs }) => defineJobs),
  },
  {
    usage: 'mcp [options]',
    summary: 'serve tools to agents over the Model Context Protocol, on standard input and output',
    load: () => import('../commands/mcp.ts').then(({ defineMcp }) => defineMcp),
  },
  {
    usage: 'github-app',
    summary: 'set up the GitHub App of Parley',
    load: () => import('../commands/github-app.ts').then(({ defineGitHubApp }) => defineGitHubApp),
  },
];
