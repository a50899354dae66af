import type { NormalizedSchema } from '@smithy/core/schema';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { isJsonObject } from '../../../../src/model/json.ts';
import { lowerFirst } from '../../../../src/model/words.ts';
import type { Call, ServiceLog } from '../service.ts';
import { americanTime, print, type Style } from '../walk.ts';

/** The style of most services: SDK names with a lowercase first letter, and plain arrays. */
export const plainStyle: Style = {
  name: lowerFirst,
  list: (items) => items,
  time: americanTime,
};

export interface PlainOptions {
  readonly mask?: (operation: string, member: string, value: Json) => Json | undefined;
  readonly eventName?: (operation: string) => string;
  readonly apiVersion?: string;
  /** Changes the printed response: some services unwrap or drop a wrapper. */
  readonly response?: (call: Call, printed: JsonObject) => Json;
  readonly request?: (call: Call, printed: JsonObject) => JsonObject;
}

export function plainService(eventSource: string, options: PlainOptions = {}): ServiceLog {
  const object = (schema: NormalizedSchema, value: unknown, call: Call): JsonObject | null => {
    if (!schema.isStructSchema()) return null;
    const style: Style = {
      ...plainStyle,
      mask: (member, printed) =>
        options.mask === undefined ? printed : options.mask(call.operation, member, printed),
    };
    const printed = print(schema, value ?? {}, style);
    return isJsonObject(printed) && Object.keys(printed).length > 0 ? printed : null;
  };
  return {
    eventSource,
    ...(options.apiVersion === undefined ? {} : { apiVersion: options.apiVersion }),
    eventName: options.eventName ?? ((operation) => operation),
    request(call) {
      const printed = object(call.inputSchema, call.input, call);
      return printed === null || !options.request ? printed : options.request(call, printed);
    },
    response(call) {
      const printed = object(call.outputSchema, call.output, call);
      return printed === null || !options.response ? printed : options.response(call, printed);
    },
  };
}
