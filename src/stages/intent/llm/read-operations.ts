import type { KnowledgeEntry } from '../../../model/knowledge.ts';
import { type AskedModel, askAll } from './ask-all.ts';
import { checkOperation, type OperationFacts, operationRequest } from './operation.ts';
import type { Model } from './port.ts';
import type { Prompt } from './prompt.ts';
import { createRedactor } from './redactor.ts';

/** Asks the model which attributes the calls set. Calls that it cannot map stay unknown. */
export async function readOperations(
  model: Model,
  prompt: Prompt,
  operations: readonly OperationFacts[],
): Promise<{
  readonly entries: readonly KnowledgeEntry[];
  readonly asked: AskedModel;
}> {
  const origin = `${model.name}, ${prompt.name}`;
  const { answers, asked } = await askAll(model, operations, (facts) => ({
    request: operationRequest(facts, prompt, createRedactor()),
    check: (answer) => checkOperation(answer, facts, origin),
  }));
  return { entries: answers.map(({ value }) => value), asked };
}
