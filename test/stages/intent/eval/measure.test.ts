import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ok } from '../../../../src/model/result.ts';
import {
  accuracy,
  measureModel,
  measureRules,
} from '../../../../src/stages/intent/eval/measure.ts';
import { SessionFile } from '../../../../src/stages/intent/eval/session-file.ts';
import type { Data } from '../../../adapters/llm/server.ts';

const file = resolve(import.meta.dirname, '../../../../fixtures/eval/sessions.yaml');
const { sessions } = SessionFile.parse(parse(readFileSync(file, 'utf8')));

describe('the labeled sessions', () => {
  it('are at least sixty, each with a name of its own', () => {
    expect(sessions.length).toBeGreaterThanOrEqual(60);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length);
  });

  it('are read by the rules', () => {
    const measured = measureRules(sessions);
    const { purpose, summary } = accuracy(measured);

    expect(purpose).toBeGreaterThanOrEqual(0.9);
    expect(summary).toBeGreaterThanOrEqual(0.9);
  });
});

describe('measuring a model', () => {
  it('counts what it says against the labels, and what it does not say as wrong', async () => {
    const two = sessions.slice(0, 2);
    const prompt = { name: 'session@1', schema: 'session', maxTokens: 10, system: 's' } as const;
    const model = {
      name: 'parrot',
      ask: async ({ user }: { user: string }) => {
        const { questions } = JSON.parse(user) as {
          questions: { question: string; data: Data }[];
        };
        const answers = questions.map(({ question, data: { changes } }) => {
          const [first] = changes;
          const answer = {
            summary: `Opened a port on ${first?.resource}`,
            purpose: first?.resource.endsWith('web') ? 'access' : 'tagging',
            confidence: 1,
            evidence: [first?.id],
          };
          return { question, answer };
        });
        return ok({ answer: { answers }, tokens: { prompt: 20, completion: 10 } });
      },
    };
    const measured = await measureModel(model, prompt, two);

    expect(measured.scores.map(({ isRight, isUseful }) => [isRight, isUseful])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(measured.tokens).toEqual({ prompt: 20, completion: 10 });
  });
});
