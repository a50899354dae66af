import { z } from 'zod';
import type { Result } from '../../../model/result.ts';
import { readYamlFile } from '../../../text/yaml-file.ts';
import { policyHint } from '../file/parse.ts';
import { type Scenario, ScenarioFile } from './schema.ts';

/** Scenarios may be in the policy file itself, next to its settings. */
const Beside = z.looseObject({ tests: ScenarioFile.shape.tests.optional() });

/** The scenarios in a separate file or in a policy file. Errors contain line and column. */
export function readScenarios(text: string, file: string): Result<readonly Scenario[]> {
  const isOwn = !/^apiVersion:/m.test(text);
  const parsed = isOwn
    ? readYamlFile(text, file, ScenarioFile, policyHint)
    : readYamlFile(text, file, Beside, policyHint);
  return parsed.ok ? { ok: true, value: parsed.value.tests ?? [] } : parsed;
}
