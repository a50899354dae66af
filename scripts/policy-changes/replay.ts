import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { main } from '../../src/entry/cli/main.ts';
import type { Decision } from '../../src/model/decision.ts';
import { decides } from '../../src/model/parties.ts';
import { formatPath } from '../../src/model/path.ts';
import type { Report } from '../../src/model/report.ts';
import { loadHarmFacts } from '../../src/providers/harm/table/load.ts';
import { decide } from '../../src/stages/arbitration/decide.ts';
import type { Policy } from '../../src/stages/arbitration/types.ts';
import { builtInPolicy } from '../../src/stages/policy/built-in/policies.ts';
import { readPolicyFile } from '../../src/stages/policy/file/read.ts';
import { readScenarios } from '../../src/stages/policy/scenario/file.ts';
import { scenarioInput } from '../../src/stages/policy/scenario/input.ts';

const fixtures = resolve(import.meta.dirname, '../../fixtures');
export const earlierFile = join(fixtures, 'policies/earlier/default.policy.yaml');

/** The decision of one policy about one field. */
export interface PolicyVerdict {
  readonly outcome: string;
  readonly rule: string;
}

/** The verdicts of both policies on the same recorded facts. */
export interface Replayed {
  /** `demo`, or the file of the situation. */
  readonly source: string;
  /** The field, or the situation. */
  readonly about: string;
  readonly before: PolicyVerdict;
  readonly after: PolicyVerdict;
}

/** Decides everything recorded by both policies, in a fixed order. */
export async function replayAll(): Promise<readonly Replayed[]> {
  return [...(await replayDemo()), ...replaySituations()];
}

async function replayDemo(): Promise<readonly Replayed[]> {
  const before = decisionsIn(await scanDemo(earlierFile));
  const after = decisionsIn(await scanDemo('default'));
  return [...after].flatMap(([about, now]) => {
    const then = before.get(about);
    return then === undefined ? [] : [{ source: 'demo', about, before: then, after: now }];
  });
}

async function scanDemo(policy: string): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-changes-'));
  cpSync(join(fixtures, 'demo/project'), folder, { recursive: true });
  let out = '';
  const demo = (name: string) => join(fixtures, 'demo', name);
  const inputs = ['--state', demo('terraform.tfstate'), '--events', demo('events')];
  const flags = ['--config', demo('parley.yaml'), '--policy', policy, '--json'];
  const code = await main(['scan', ...inputs, ...flags], {
    out: (text) => {
      out += text;
    },
    err: () => undefined,
    env: { PATH: process.env['PATH'], HOME: tmpdir() },
    cwd: folder,
    now: () => '2026-03-15T09:00:00.000Z',
    elapsed: () => 0,
    columns: 140,
    color: false,
  });
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`the demo ended with ${code}`);
  return JSON.parse(out);
}

function decisionsIn({ decisions }: Report): ReadonlyMap<string, PolicyVerdict> {
  const acting = decisions.filter(decides);
  return new Map(acting.map((one) => [aboutOf(one), verdictOf(one)]));
}

function aboutOf({ address, path }: Decision): string {
  return `${address} ${formatPath(path)}`.trim();
}

function verdictOf({ verdict: { outcome, rule } }: Decision): PolicyVerdict {
  return { outcome, rule };
}

function replaySituations(): readonly Replayed[] {
  const [before, after] = [earlierPolicy(), currentPolicy()];
  const facts = loadHarmFacts();
  const folder = join(fixtures, 'policies/scenarios');
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const scenarios = readScenarios(readFileSync(join(folder, file), 'utf8'), file);
      if (!scenarios.ok) throw new Error(file);
      return scenarios.value.flatMap((scenario) => {
        const first = (policy: Policy) =>
          decide(scenarioInput(scenario, policy, facts)).find(decides);
        const [then, now] = [first(before), first(after)];
        if (then === undefined || now === undefined) return [];
        const verdicts = { before: verdictOf(then), after: verdictOf(now) };
        return [{ source: file, about: scenario.name, ...verdicts }];
      });
    });
}

function earlierPolicy(): Policy {
  const read = readPolicyFile(readFileSync(earlierFile, 'utf8'), earlierFile);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.policy;
}

function currentPolicy(): Policy {
  const policy = builtInPolicy('default');
  if (!policy.ok) throw new Error(policy.error.message);
  return policy.value;
}
