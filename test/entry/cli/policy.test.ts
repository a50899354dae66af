import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demo, newProject, parley, removeFolders } from './parley.ts';

afterEach(removeFolders);

let project: string;
beforeEach(() => {
  project = newProject();
});

const ours = `apiVersion: parley/v1
name: ours
extends: default
rules:
  - id: nobody-scales
    tier: identity
    priority: 90
    when: change.scaled
    verdict: reject
    because: "{actor} {change}, and nobody does that here."
tests:
  - name: a controller scales
    actors: { asg: { class: controller, name: Auto Scaling } }
    changes:
      - { by: asg, at: aws_autoscaling_group.web, set: desired_capacity, from: 3, to: 8 }
    expect: { verdict: reject, rule: nobody-scales, because: nobody does that }
`;

const write = (text: string, name = 'parley.policy.yaml') =>
  writeFileSync(join(project, name), text);

describe('a policy file', () => {
  it('is used if it lies beside the code', async () => {
    write(ours);
    cpSync(join(demo, 'terraform.tfstate'), join(project, 'terraform.tfstate'));
    const run = await parley(project, 'scan', '--events', join(demo, 'events'), '--json');
    const { policy, decisions } = JSON.parse(run.out);
    const scaled = decisions.find(
      ({ address }: { address: string }) => address === 'module.web.aws_autoscaling_group.this',
    );

    expect(policy).toBe('ours');
    expect(scaled.verdict).toMatchObject({ outcome: 'reject', rule: 'nobody-scales' });
    expect(scaled.verdict.because).toContain('nobody does that here');
    expect(scaled.explanation[0]).toBe(
      'Rule nobody-scales (identity, 90) at parley.policy.yaml:5 matched: change.scaled = true.',
    );
  });

  it('with a mistake stops the run, and the error has line and column', async () => {
    write(ours.replace('change.scaled', 'change.scald'));
    const run = await parley(project, 'scan', '--events', join(demo, 'events'));

    expect(run.code).toBe(1);
    expect(run.err).toContain('parley.policy.yaml:8:11: Rule nobody-scales: There is no fact');
    expect(run.err).toContain('did you mean change.scaled?');
  });

  it('that does not exist stops the run', async () => {
    const run = await parley(project, 'scan', '--events', '.', '--policy', 'nowhere.yaml');

    expect(run.code).toBe(1);
    expect(run.err).toContain('no policy and no file');
  });
});

describe('parley policy', () => {
  it('shows a built-in policy that can be used as a file', async () => {
    const shown = await parley(project, 'policy', 'show', 'default');
    write(shown.out);
    const lint = await parley(project, 'policy', 'lint');

    expect(lint).toMatchObject({ code: 0, out: 'parley.policy.yaml: nothing to say.\n' });
  });

  it('tests the cases in the policy file and in the file beside it', async () => {
    write(ours);
    write(
      ours.slice(ours.indexOf('tests:')).replace('verdict: reject', 'verdict: delegate'),
      'parley.policy_test.yaml',
    );
    const run = await parley(project, 'policy', 'test', '--junit', 'junit.xml');
    const xml = readFileSync(join(project, 'junit.xml'), 'utf8');

    expect(run.code).toBe(1);
    expect(run.out).toContain('failed a controller scales');
    expect(run.out).toContain('expected verdict delegate, and it is reject by nobody-scales');
    expect(run.out).toContain('2 cases: 1 passed, 1 failed.');
    expect(run.out).toMatch(/Rules that decided a case: \d+ % of \d+; not /);
    expect(xml).toContain('<testsuites tests="2" failures="1">');
  });

  it('exits 0 if every case passes', async () => {
    write(ours);

    expect(await parley(project, 'policy', 'test')).toMatchObject({ code: 0 });
  });

  it('names the line of an invalid case', async () => {
    write(ours.replace('to: 8', 'too: 8'));
    const run = await parley(project, 'policy', 'test');

    expect(run.code).toBe(1);
    expect(run.err).toMatch(/parley\.policy\.yaml:\d+:\d+/);
  });

  it('says that there is nothing to test', async () => {
    write(ours.slice(0, ours.indexOf('tests:')));
    const run = await parley(project, 'policy', 'test');

    expect(run.code).toBe(1);
    expect(run.err).toContain('no tests');
  });

  it('exits 1 on lint errors', async () => {
    write(ours.replace('when: change.scaled', 'when: change.scaled && !change.scaled'));
    const run = await parley(project, 'policy', 'lint');

    expect(run.code).toBe(1);
    expect(run.out).toContain('never holds');
  });
});

describe('parley policy explain', () => {
  it('prints built-in policies and files, and fails for a missing file', async () => {
    writeFileSync(join(project, 'parley.policy.yaml'), ours);

    const own = await parley(project, 'policy', 'explain', 'parley.policy.yaml');
    expect(own).toMatchObject({ code: 0, err: '' });
    expect(own.out).toContain('- nobody-scales (priority 90):');
    expect(own.out).toContain('- unknown-actor:');
    expect((await parley(project, 'policy', 'explain')).out).toMatch(
      /^default: Harm comes before convenience/,
    );
    expect((await parley(project, 'policy', 'explain', 'nothing.yaml')).code).toBe(1);
  });
});
