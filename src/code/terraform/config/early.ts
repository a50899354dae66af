import { isSensitiveDeep } from '../../hcl/eval/marks.ts';
import type { Configuration } from './configuration.ts';
import { createEvaluation } from './evaluation.ts';
import { moduleScope } from './expand.ts';

/**
 * Module sources that are written as expressions, by the chain of call names. OpenTofu evaluates
 * variables and locals before it loads modules. Sources that need anything else, or are sensitive,
 * are left out, as in OpenTofu. `known` are the sources found earlier.
 */
export function earlySources(
  configuration: Configuration,
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open = [...configuration.modules.values()].flatMap((module) =>
    [...module.calls.values()].flatMap(({ name, sourceExpression, module: called }) => {
      const path = [...module.path, name].join('.');
      if (sourceExpression === undefined || called !== undefined || known.has(path)) return [];
      return [{ module, path, source: sourceExpression }];
    }),
  );
  if (open.length === 0) return found;
  const evaluation = createEvaluation(configuration);
  for (const { module, path, source } of open) {
    const [instance] = evaluation.moduleInstances(module);
    if (instance === undefined) continue;
    const value = evaluation.evaluate(source.expr, moduleScope(instance, source.file));
    if (value.kind === 'string' && !isSensitiveDeep(value)) found.set(path, value.value);
  }
  return found;
}
