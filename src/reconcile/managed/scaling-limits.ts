import type { StateIndex } from '../../code/terraform/state/types.ts';
import { type Json, own } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { type AutoscaledField, autoscaledField } from '../../providers/traits/autoscaling.ts';

export interface ScalingLimits {
  readonly min?: number;
  readonly max?: number;
}

/**
 * Finds the limits that a scaling target in the same project sets for a field. The target is looked
 * up in the state; its limits are those that the code declares.
 */
export function createScalingLimits(
  index: Pick<StateIndex, 'get' | 'where'>,
  declared: (address: string, path: AttributePath) => Json | undefined,
): (address: string, path: AttributePath) => ScalingLimits | undefined {
  return (address, path) => {
    const resource = index.get(address);
    const field = resource && autoscaledField(resource.type, path);
    if (resource === undefined || field === undefined) return undefined;
    const { scaler, by, dimension, min, max } = field;
    const [found] = targetsOf(field, resource.attributes)
      .flatMap((target) => index.where(scaler, by, target))
      .filter(
        ({ attributes }) =>
          dimension === undefined || attributes['scalable_dimension'] === dimension,
      );
    return found && limitsAt(declared, found.address, min, max);
  };
}

function limitsAt(
  declared: (address: string, path: AttributePath) => Json | undefined,
  address: string,
  lower: AttributePath,
  upper: AttributePath,
): ScalingLimits {
  const [min, max] = [declared(address, lower), declared(address, upper)];
  return {
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
  };
}

/**
 * What a resource with limits would refer to. In a text, only the last part of an ARN is used: a
 * service refers to its cluster by ARN, but the target by name.
 */
function targetsOf(
  { target }: AutoscaledField,
  attributes: Readonly<Record<string, Json>>,
): readonly string[] {
  const textOf = (name: string): string => {
    const value = own(attributes, name);
    return typeof value === 'string' ? value : '';
  };
  if (typeof target !== 'string') return target.map(textOf).filter((text) => text !== '');
  return [
    target.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const text = textOf(name);
      return text.slice(text.lastIndexOf('/') + 1);
    }),
  ];
}
