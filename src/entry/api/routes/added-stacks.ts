import { z } from 'zod';
import type { StackRefusal } from '../../../app/settings/change.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { ApiDeps } from '../deps.ts';
import { type ApiCall, type Endpoint, endpoint } from '../endpoint.ts';
import { type ApiRefusal, jsonReply, notFound, refuseCall } from '../http/reply.ts';
import { stackParams } from '../schema/common.ts';

export const AddedStackView = z.object({ name: z.string(), repository: z.string() });

/** Bytes. */
const maxBody = 64 * 1024;

/** Endpoints for watched stacks that the settings file does not name. */
export function addedStackEndpoints({
  registers: { stacks },
}: Pick<ApiDeps, 'registers'>): readonly Endpoint[] {
  const put = endpoint({
    method: 'put',
    path: '/api/v1/stacks/{stack}',
    name: 'putStack',
    group: 'stacks',
    summary: 'Watches a stack that the settings do not name, or changes one that was added',
    description:
      'The body is what `stacks` of `parley.yaml` has, without `name` and `tenant`. `providers`, `programs`, variables of the environment and paths of the machine are for the file alone.',
    access: { kind: 'token', scope: 'stacks' },
    params: stackParams,
    body: {
      schema: z.record(z.string(), z.unknown()),
      size: maxBody,
      types: ['application/json'],
    },
    replies: { 200: { description: 'It is watched within seconds', schema: AddedStackView } },
    refusals: [409, 422],
    async handle({ body, ...call }) {
      const stack = await stacks.put(askOf(call), body as JsonObject);
      if (!stack.ok) return refusalOf(stack.error);
      const { name, repository } = stack.value;
      return jsonReply(200, { name, repository });
    },
  });
  const drop = endpoint({
    method: 'delete',
    path: '/api/v1/stacks/{stack}',
    name: 'deleteStack',
    group: 'stacks',
    summary: 'Stops watching a stack that was added; its records are kept',
    access: { kind: 'token', scope: 'stacks' },
    params: stackParams,
    replies: { 204: { description: 'It is no longer watched' } },
    refusals: [404, 409],
    async handle(call) {
      const dropped = await stacks.drop(askOf(call));
      return dropped.ok ? { kind: 'empty', status: 204 } : refusalOf(dropped.error);
    },
  });
  return [put, drop];
}

function askOf({
  tenant,
  params,
  caller,
}: Pick<ApiCall<{ readonly stack: string }, unknown, unknown>, 'tenant' | 'params' | 'caller'>) {
  return { tenant, name: params.stack, by: caller?.name ?? '' };
}

function refusalOf(refusal: StackRefusal): ApiRefusal {
  switch (refusal.kind) {
    case 'in-file':
      return refuseCall(409, 'stack-in-file', 'The settings of the service name the stack.', {
        detail: 'Change it in parley.yaml, which outranks what is added here.',
      });
    case 'full':
      return refuseCall(409, 'stacks-full', 'There are already as many stacks as allowed.');
    case 'unknown':
      return notFound('stack that was added');
    case 'wrong':
      return refuseCall(422, 'stack-invalid', 'The stack is not valid.', {
        errors: refusal.flaws.map(({ place, message }) => ({
          place: place === '' ? 'body' : `body.${place}`,
          message,
        })),
      });
  }
}
