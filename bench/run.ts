/** `npm run bench -- NAME [arguments]`; each benchmark runs its comparison in one run. */
const benchmarks: Readonly<Record<string, () => Promise<unknown>>> = {
  adversarial: () => import('./adversarial/run.ts'),
  growth: () => import('./growth/run.ts'),
  hcl: () => import('./hcl/run.ts'),
  ingest: () => import('./ingest/run.ts'),
  irrelevant: () => import('./irrelevant/run.ts'),
  open: () => import('./open/run.ts'),
  proof: () => import('./proof/run.ts'),
  pipeline: () => import('./pipeline.ts'),
  rows: () => import('./rows/run.ts'),
  service: () => import('./service/run.ts'),
  start: () => import('./start/run.ts'),
  ui: () => import('./ui/run.ts'),
};

const [name = ''] = process.argv.splice(2, 1);
const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (benchmark === undefined) {
  process.stderr.write(
    `Usage: npm run bench -- ${Object.keys(benchmarks).join('|')} [arguments]\n`,
  );
  process.exitCode = 1;
} else await benchmark();
