import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { tallyReporter } from './test/tally.ts';

/** Builds the program once for all files that start it. */
const program = 'test/app/harness/shared-program.ts';
/** Has one database server for all files that ask for one. */
const server = 'test/adapters/store/shared-server.ts';
const setupFiles = ['test/seed.ts', 'test/file-end.ts'];

/**
 * V8 optimizes code after fifteen times as much of it has run as by itself: most of what tests call
 * is called a few times, and to compile it takes longer than it runs.
 */
const execArgv = ['--interrupt-budget=1000000'];

/** Starting a process takes longer the larger the one is that starts it, so its heap stays small. */
const startingArgv = [...execArgv, '--heap-growing-percent=60'];

/**
 * The tests of what computes. No module of the core keeps anything, so these files share what they
 * load, which is much of their time.
 */
const computing = [
  'model',
  'evidence',
  'providers',
  'code',
  'stages',
  'config',
  'ports',
  'reconcile',
  'clouds',
  'adapters/llm',
  'adapters/notify',
  'adapters/telemetry',
].map((folder) => `test/${folder}/**/*.test.ts`);

/** What the fuzz is made of, and how it is judged: nothing is run. */
const tables = ['judge', 'table'].map((name) => `test/acceptance/fuzz/${name}.test.ts`);

/** Databases, queues and git, processes that are killed or compete, and long stories of commands. */
const processes = [
  'test/app/answer/answer.test.ts',
  'test/app/plan/plan.test.ts',
  'test/app/plan/describe.properties.test.ts',
  'test/app/propose/handler.properties.test.ts',
  'test/app/receipt/service.test.ts',
  'test/app/reconcile/terraform.test.ts',
  'test/entry/api/hostile.properties.test.ts',
  'test/entry/api/reading.test.ts',
  'test/entry/api/tickets.test.ts',
  'test/app/feedback/handler.test.ts',
  'test/app/feedback/look.test.ts',
  'test/app/notify/slack.test.ts',
  'test/app/propose/rules.test.ts',
  'test/**/*kill.test.ts',
  'test/app/run/again*.test.ts',
  'test/adapters/checkout/checkouts.test.ts',
  'test/entry/cli/across.test.ts',
  'test/entry/cli/answer.test.ts',
  'test/entry/cli/bad-input.test.ts',
  'test/entry/cli/baseline.test.ts',
  'test/entry/cli/blame.test.ts',
  'test/entry/cli/demo.test.ts',
  'test/entry/cli/demo-boundary.test.ts',
  'test/entry/cli/demo-open.test.ts',
  'test/entry/cli/guard.test.ts',
  'test/entry/cli/hostile.test.ts',
  'test/entry/cli/hostile-git.test.ts',
  'test/entry/cli/hostile-repository.fuzz.test.ts',
  'test/entry/cli/hostile-model.test.ts',
  'test/entry/cli/kb.test.ts',
  'test/entry/cli/learning.test.ts',
  'test/entry/cli/memory.test.ts',
  'test/entry/cli/model.test.ts',
  'test/entry/cli/open.test.ts',
  'test/entry/cli/receipt.test.ts',
  'test/entry/cli/receipt-external.test.ts',
  'test/entry/cli/receipt-server.test.ts',
  'test/entry/cli/reconcile.test.ts',
  'test/entry/cli/related.test.ts',
  'test/entry/cli/running-service.test.ts',
  'test/entry/cli/serve.test.ts',
  'test/entry/github-app/in-browser.test.ts',
  'test/entry/mcp/service.test.ts',
  'test/entry/mcp/stdio.test.ts',
  'test/entry/web/pages.test.ts',
  'test/entry/service/away.test.ts',
  'test/entry/service/converge.test.ts',
  'test/entry/service/processes.test.ts',
  'test/entry/service/reloading.test.ts',
  'test/entry/cli/simulate.test.ts',
  'test/entry/cli/stack-history.test.ts',
  'test/entry/cli/sync.test.ts',
  'test/adapters/collect/cli.test.ts',
  'test/adapters/collect/trail.test.ts',
  'test/adapters/forge/local-proposals.test.ts',
  'test/adapters/forge/remote/push.test.ts',
  'test/adapters/oci/push-steps.test.ts',
  'test/adapters/oci/store.test.ts',
  'test/adapters/queue/queue.test.ts',
  'test/adapters/store/contention.test.ts',
  'test/adapters/store/growth.test.ts',
  'test/adapters/store/isolation.test.ts',
  'test/adapters/store/migrations.test.ts',
  'test/adapters/store/remote/remote.test.ts',
  'test/adapters/store/retention.test.ts',
  'test/adapters/store/service.test.ts',
  'test/adapters/store/store.test.ts',
  'test/adapters/store/unexplained.test.ts',
  'test/adapters/store/move.test.ts',
  'test/adapters/store/pglite.test.ts',
  'test/adapters/store/with-queue.test.ts',
  'test/app/converge/plan.test.ts',
  'test/app/resource/catalogue.test.ts',
  'test/adapters/forge/pull-requests/proposals.properties.test.ts',
  'test/app/notify/hostile-model.test.ts',
  'test/entry/cli/approve.test.ts',
  'test/entry/cli/commands.test.ts',
  'test/entry/service/apart/child.test.ts',
  'test/app/reconcile/layouts.test.ts',
  'test/adapters/store/collected.test.ts',
  'test/app/reconcile/set-aside.test.ts',
];

/**
 * Properties over many histories, input that uses up every budget, and comparisons with other
 * programs and with what people edited: a third of all computing.
 */
const long = [
  'test/clouds/canary.test.ts',
  'test/code/hcl/syntax/properties.test.ts',
  'test/code/terraform/config/mentions.test.ts',
  'test/code/terraform/config/projects.test.ts',
  'test/code/yaml/properties.test.ts',
  'test/evidence/audit/memory/memory.test.ts',
  'test/providers/derived/data.test.ts',
  'test/providers/harm/properties.test.ts',
  'test/providers/kubernetes/server.properties.test.ts',
  'test/reconcile/order.test.ts',
  'test/stages/arbitration/night.test.ts',
  'test/stages/drift/*properties.test.ts',
  'test/stages/receipt/merkle.test.ts',
  'test/adapters/collect/trail.properties.test.ts',
  'test/adapters/store/files/settled.properties.test.ts',
  'test/clouds/gcp/changes.test.ts',
  'test/clouds/kubernetes/verdicts.test.ts',
  'test/code/hcl/edit/fuzz.test.ts',
  'test/code/hcl/edit/human-edits.test.ts',
  'test/code/hcl/edit/properties.test.ts',
  'test/code/hcl/edit/round-trip.test.ts',
  'test/code/manifests/sources/hostile.test.ts',
  'test/code/terraform/config/hostile.test.ts',
  'test/code/terraform/config/oracle.test.ts',
  'test/code/terraform/policy-document/provider.test.ts',
  'test/code/terraform/run/judge.properties.test.ts',
  'test/code/terraform/run/kept-copy.test.ts',
  'test/code/terraform/run/real.test.ts',
  'test/code/terraform/run/saved/plan.test.ts',
  'test/code/terraform/state/scale.test.ts',
  'test/entry/api/tenants.properties.test.ts',
  'test/entry/cli/canary.test.ts',
  'test/entry/cli/cuts.test.ts',
  'test/entry/cli/layouts.test.ts',
  'test/providers/catalog/pairs/*.properties.test.ts',
  'test/providers/harm/grants/grants.properties.test.ts',
  'test/providers/harm/network/network.properties.test.ts',
  'test/reconcile/again.properties.test.ts',
  'test/reconcile/again/*.properties.test.ts',
  'test/reconcile/memory/memory*.properties.test.ts',
  'test/reconcile/never-silent.test.ts',
  'test/stages/arbitration/*.properties.test.ts',
  'test/stages/guard/plan.properties.test.ts',
  'test/stages/ledger/smd.test.ts',
  'test/stages/patch/affected.test.ts',
  'test/stages/patch/manifests/*.properties.test.ts',
  'test/stages/patch/trace/property.test.ts',
  'test/stages/patch/together/reach-together.test.ts',
  'test/stages/policy/lint.language.test.ts',
  'test/stages/policy/lint.properties.test.ts',
  'test/code/hcl/eval/differential.test.ts',
  'test/clouds/gcp/whole.test.ts',
  'test/clouds/gcp/trust.test.ts',
  'test/clouds/azure/changes.test.ts',
  'test/code/manifests/objects/properties.test.ts',
  'test/reconcile/layouts/roots.properties.test.ts',
];

/** Stories of the whole service, with a remote and a forge: minutes each. */
const service = [
  'test/app/chaos/**/*.test.ts',
  'test/app/end-to-end*.test.ts',
  'test/app/guard/**/*.test.ts',
  'test/app/isolation/**/*.test.ts',
  'test/app/open-drifts.test.ts',
  'test/app/propose/handler.test.ts',
  'test/app/reconcile/handler.test.ts',
  'test/app/reconcile/memory.properties.test.ts',
  'test/app/security/**/*.test.ts',
];

/** Real Terraform and an emulated account judge what is written. */
const acceptance = ['test/acceptance/**/*.test.ts'];

/** The image is built, and its services are started: before a version, and each night. */
const image = ['test/image/**/*.test.ts'];

/** Milliseconds for a test, and for a hook: what takes longer on a busy machine hangs. */
const within = (limit: number) => ({ testTimeout: limit, hookTimeout: limit });
/** More cases than by default take longer. */
const computed = within(process.env['PARLEY_CASES'] ? 300_000 : 120_000);
const quick = within(300_000);
const story = within(600_000);

/** Each file belongs to one project: `npm test` runs the first two, a script of its own each other. */
export default defineConfig({
  test: {
    maxWorkers: 3,
    // What one project has translated, the others and the next run need not.
    experimental: { fsModuleCache: true },
    reporters: ['default', tallyReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'computing',
          include: [...computing, ...tables],
          exclude: long,
          setupFiles,
          execArgv,
          isolate: false,
          ...computed,
        },
      },
      {
        test: {
          name: 'running',
          // A server or a store is closed by the file that opened it; half of the time was loading.
          isolate: false,
          globalSetup: server,
          include: ['test/**/*.test.ts'],
          exclude: [...computing, ...long, ...processes, ...service, ...acceptance, ...image],
          setupFiles,
          execArgv,
          ...quick,
        },
      },
      { test: { name: 'long', isolate: false, include: long, setupFiles, execArgv, ...quick } },
      {
        test: {
          name: 'processes',
          isolate: false,
          include: processes,
          setupFiles,
          execArgv: startingArgv,
          globalSetup: [program, server],
          ...quick,
        },
      },
      {
        test: {
          name: 'service',
          include: service,
          setupFiles,
          execArgv,
          globalSetup: [program, server],
          ...story,
        },
      },
      { test: { name: 'image', include: image, setupFiles, ...story, hookTimeout: 1_800_000 } },
      {
        test: {
          name: 'acceptance',
          // Clients of half of AWS are loaded once for each worker.
          isolate: false,
          include: acceptance,
          exclude: tables,
          setupFiles,
          execArgv,
          globalSetup: ['test/acceptance/harness/global-setup.ts', server],
          ...story,
        },
      },
    ],
  },
});
