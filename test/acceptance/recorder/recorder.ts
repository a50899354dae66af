import { NormalizedSchema } from '@smithy/core/schema';
import type { JsonObject } from '../../../src/model/json.ts';
import { type PersonaName, personas } from './personas.ts';
import { type Circumstances, recordOf } from './record.ts';
import type { Call, ServiceLog } from './service.ts';
import { ec2 } from './services/ec2.ts';
import { moreServices } from './services/more.ts';
import { s3 } from './services/s3.ts';
import { smallServices } from './services/small.ts';

const services: Readonly<Record<string, ServiceLog>> = {
  ...smallServices,
  ...moreServices,
  EC2: ec2,
  S3: s3,
};

/** What the calls of one case leave in the log. */
export interface Recorder {
  readonly records: JsonObject[];
  /** Lets time pass before the next call. */
  wait(seconds: number): void;
  /** Middleware for a client that records its calls as this persona's. */
  middleware(serviceId: string, persona: PersonaName, answer?: Answer): Middleware;
}

/** Answers a call without making it, as an error in the log or with a given output. */
export type Answer =
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'done'; readonly output: Readonly<Record<string, unknown>> };

type Handler = (args: { input: object }) => Promise<{ output: object }>;
type Middleware = (next: Handler, context: object) => Handler;

interface OperationContext {
  readonly __smithy_context?: { readonly operationSchema?: readonly unknown[] };
}

type RecordedError = Circumstances['error'];

/** Seconds between two calls of a person who clicks quickly. */
const timer = 7;

export function createRecorder(seed: string, start = '2025-03-04T09:00:00Z'): Recorder {
  const records: JsonObject[] = [];
  let now = Date.parse(start);

  function write(log: ServiceLog, call: Call, persona: PersonaName, error?: RecordedError): void {
    now += timer * 1000;
    records.push(
      recordOf(log, call, {
        persona: personas[persona],
        time: new Date(now),
        seed: `${seed} ${records.length}`,
        ...(error === undefined ? {} : { error }),
      }),
    );
  }

  return {
    records,
    wait(seconds) {
      now += seconds * 1000;
    },
    middleware(serviceId, persona, answer) {
      const log = services[serviceId];
      if (log === undefined) throw new Error(`No log shape for the service ${serviceId}.`);
      return (next, context) => async (args) => {
        const call = callOf(context, args.input);
        if (answer?.kind === 'refused') {
          write(log, call, persona, answer);
          return { output: { $metadata: {} } };
        }
        if (answer?.kind === 'done') {
          write(log, { ...call, output: answer.output }, persona);
          return { output: { ...answer.output, $metadata: {} } };
        }
        try {
          const result = await next(args);
          write(log, { ...call, output: result.output as Call['input'] }, persona);
          return result;
        } catch (error) {
          const { name, message } = error as Error;
          write(log, call, persona, { code: name, message });
          throw error;
        }
      };
    },
  };
}

function callOf(context: object, input: object): Call {
  const [, , name, traits, inputSchema, outputSchema] =
    (context as OperationContext).__smithy_context?.operationSchema ?? [];
  const http = (traits as { http?: readonly unknown[] } | undefined)?.http;
  return {
    operation: String(name),
    input: input as Call['input'],
    inputSchema: NormalizedSchema.of(inputSchema as never),
    outputSchema: NormalizedSchema.of(outputSchema as never),
    ...(http === undefined ? {} : { route: String(http[1]) }),
  };
}
