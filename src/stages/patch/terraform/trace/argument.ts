import { insertAttribute } from '../../../../code/hcl/edit/attribute.ts';
import type { Json } from '../../../../model/json.ts';
import { siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import type { TraceContext } from './context.ts';
import { nest } from './nest.ts';

/**
 * Sets a module input that the call omits. That affects this call only, so it comes before a change
 * of the default.
 */
export function* missingArgumentSites(context: TraceContext, want: Json): Generator<Site> {
  const definition = context.evaluation.define(context.scope, context.expr);
  if (definition?.kind !== 'variable' || definition.caller === undefined || want === null) return;
  const value = nest([...definition.rest, ...context.rest], want);
  if (value === undefined) return;
  const { call } = definition.caller;
  const { name } = definition.declaration;
  const label = `argument ${name} of module.${call.name}`;
  const site = siteIn(call.file, call.block.start, 'module argument', label, () =>
    insertAttribute(call.file.hcl, call.block.body, name, { kind: 'json', value }),
  );
  yield { ...site, narrow: true };
}
