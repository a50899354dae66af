import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { sweepScratch } from '../../../src/code/terraform/run/scratch/sweep.ts';
import { cases } from '../../cases.ts';
import { copiesIn } from '../../code/terraform/run/copies.ts';
import { terraform } from '../../code/terraform/run/terraform.ts';
import { eventually } from '../../eventually.ts';
import { joinedScript } from '../../joined-script.ts';
import { marked } from './marked.ts';
import type { PlanningOrder } from './planning.ts';

const base = mkdtempSync(join(tmpdir(), 'parley-plan-kill-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** The fractional parts of its multiples are spread evenly. */
const golden = (Math.sqrt(5) - 1) / 2;

/**
 * A plan that outlasts every wait, with a helper that ignores signals and keeps writing into the
 * copy.
 */
const pretended = `#!/bin/sh
case "$1" in
  init) sleep 0.1 ;;
  plan)
    (trap '' INT TERM HUP; while :; do echo secret >> secrets.tmp; sleep 0.02; done) &
    sleep 30
    exit 1 ;;
esac
`;

const main = `terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}
provider "aws" {
  region                      = "eu-central-1"
  access_key                  = "a"
  secret_key                  = "b"
  skip_credentials_validation = true
  skip_requesting_account_id  = true
  skip_metadata_api_check     = true
}
resource "aws_s3_bucket" "one" {
  bucket = "one"
}
`;

function write(path: string, text: string, mode = 0o644): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text, { mode });
  return path;
}

const project = join(write(join(base, 'project', 'main.tf'), main), '..');
const plugins = process.env['PARLEY_TF_PLUGINS'];
const programs: readonly [string, Pick<PlanningOrder, 'binary' | 'pluginDir'> | undefined][] = [
  ['a pretended one', { binary: write(join(base, 'terraform'), pretended, 0o755) }],
  [
    'Terraform with its provider',
    terraform === undefined || plugins === undefined
      ? undefined
      : { binary: terraform, pluginDir: plugins },
  ],
];

interface Planning {
  readonly child: ChildProcess;
  readonly mark: string;
  readonly tempDir: string;
}

const script = joinedScript(join(import.meta.dirname, 'planning.ts'));

async function plan(order: Pick<PlanningOrder, 'binary'>, timeoutMs: number): Promise<Planning> {
  const mark = randomUUID();
  const tempDir = mkdtempSync(join(base, 't-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(base, 'home'),
    TMPDIR: tempDir,
    XDG_MARK: mark,
  };
  const full = { ...order, env, project, tempDir, timeoutMs };
  const child = spawn(process.execPath, [script.path, JSON.stringify(full)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { child, mark, tempDir };
}

/**
 * Empty folders remain if the process ends before anything is in them: the next start removes them.
 */
async function expectNothing({ mark, tempDir }: Planning): Promise<void> {
  await eventually(() => {
    expect(marked(mark)).toEqual([]);
    if (readdirSync(tempDir).length > 0) expect(copiesIn(tempDir).filter(isFilled)).toEqual([]);
  });
  await sweepScratch(tempDir);
  expect(copiesIn(tempDir)).toEqual([]);
}

function isFilled(name: string): boolean {
  return !name.startsWith('new-');
}

const hasProc = existsSync('/proc/self/environ');

describe.skipIf(!hasProc).each(programs)('a plan by %s', (_, order) => {
  it.skipIf(order === undefined)(
    'leaves no process and no copy, whenever and however it ends',
    async () => {
      if (order === undefined) return;
      const whole = 2500;
      for (let round = 0; round < cases(50, 6); round += 1) {
        // Spread evenly, however many rounds there are.
        const moment = Math.floor(((round * golden) % 1) * whole);
        const way = (['SIGKILL', 'SIGTERM', 'time'] as const)[round % 3];
        const planning = await plan(order, way === 'time' ? Math.max(1, moment) : 60_000);
        const closed = once(planning.child, 'exit');
        if (way !== 'time') {
          await delay(moment);
          if (way !== undefined) planning.child.kill(way);
        }
        await closed;
        await expectNothing(planning);
      }
    },
  );

  it.skipIf(order === undefined)(
    'leaves a copy for the next start to remove if its helpers were killed with it',
    async () => {
      if (order === undefined) return;
      const planning = await plan(order, 60_000);
      await eventually(() => expect(marked(planning.mark).length).toBeGreaterThan(1));
      const living = await plan(order, 60_000);
      await eventually(() => expect(copiesIn(living.tempDir)).toHaveLength(1));
      const remover = removerOf(planning.tempDir);
      process.kill(Number(remover), 'SIGKILL');
      planning.child.kill('SIGKILL');
      await once(planning.child, 'exit');
      await eventually(() => expect(marked(planning.mark)).toEqual([]));
      expect(copiesIn(planning.tempDir)).toHaveLength(1);

      expect(await sweepScratch(living.tempDir)).toBe(0);
      expect(await sweepScratch(planning.tempDir)).toBe(1);

      await expectNothing(planning);
      expect(copiesIn(living.tempDir)).toHaveLength(1);
      living.child.kill('SIGKILL');
      await expectNothing(living);
    },
  );
});

/** The process that would remove the copy. */
function removerOf(tempDir: string): string | undefined {
  return readdirSync('/proc').find((pid) => {
    try {
      const [program, ...args] = readFileSync(join('/proc', pid, 'cmdline'), 'utf8').split('\0');
      return program === '/bin/sh' && args.some((one) => one.startsWith(`${tempDir}/`));
    } catch {
      return false;
    }
  });
}
