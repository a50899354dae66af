import { describe, expect, it } from 'vitest';
import { valueToJson } from '../../../../src/code/hcl/eval/json.ts';
import { createEvaluation } from '../../../../src/code/terraform/config/evaluation.ts';
import { loadConfiguration } from '../../../../src/code/terraform/config/load.ts';
import { hasTerraform } from '../../hcl/eval/terraform.ts';
import { projects } from './projects.ts';
import { planInputs } from './terraform.ts';
import { variableProjects } from './variable-projects.ts';

describe.each([...projects, ...variableProjects])('$name', (project) => {
  it('evaluates to what the project means', () => {
    const tree = new Map(Object.entries(project.files));

    const { configuration, problems } = loadConfiguration(tree, project.options);
    const evaluation = createEvaluation(configuration);
    const inputs = evaluation.addresses().map((address) => {
      const value = evaluation.valueAt(address, ['input']);
      return [address, value && valueToJson(value)];
    });

    expect(problems).toEqual([]);
    expect(Object.fromEntries(inputs)).toEqual(project.inputs);
    expect(evaluation.diagnostics()).toEqual([]);
    expect(evaluation.unexpanded()).toEqual([]);
  });

  it.skipIf(!hasTerraform())('means the same to Terraform', () => {
    expect(planInputs(project)).toEqual(project.inputs);
  });
});
