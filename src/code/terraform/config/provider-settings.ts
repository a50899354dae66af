import type { Json } from '../../../model/json.ts';
import { valueToJson } from '../../hcl/eval/json.ts';
import type { Body } from '../../hcl/syntax/ast.ts';
import { sourceLayers } from './body.ts';
import type { Scope } from './scope.ts';
import type { Evaluation } from './types.ts';

/**
 * The provider configurations as a text for comparison, because the results of a provider depend on
 * them, as tags depend on `default_tags`. Undefined if some setting is only known to Terraform.
 */
export function providerSettings(evaluation: Evaluation): string | undefined {
  const modules = [...evaluation.configuration.modules].filter(
    ([, { providers }]) => providers.size > 0,
  );
  const all = modules.flatMap(([path, module]) =>
    evaluation.moduleInstances(module).flatMap((instance) =>
      [...module.providers.values()].flatMap((provider) =>
        sourceLayers(provider).map(({ file, block }) => {
          const scope = { file, instance, bindings: new Map() };
          return [path, instance.address, provider.name, settingsIn(evaluation, block.body, scope)];
        }),
      ),
    ),
  );
  const isKnown = all.every(([, , , settings]) => settings !== undefined);
  return isKnown ? JSON.stringify(all) : undefined;
}

function settingsIn(evaluation: Evaluation, body: Body, scope: Scope): Json | undefined {
  const settings: Json[] = [];
  for (const item of body.items) {
    if (item.kind === 'broken') return undefined;
    const value =
      item.kind === 'attribute'
        ? valueToJson(evaluation.evaluate(item.value, scope))
        : settingsIn(evaluation, item.body, scope);
    if (value === undefined) return undefined;
    settings.push([item.kind === 'attribute' ? item.name : item.type, value]);
  }
  return settings;
}
