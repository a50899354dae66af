import type { MonitorClient } from '@azure/arm-monitor';
import { fail, ok, type Result } from '../../../model/result.ts';
import { guardedAgents } from '../../net/agents.ts';
import { attemptCall } from '../attempt.ts';
import type { CallFailure } from '../failure.ts';
import { isLoopbackUrl } from '../loopback.ts';
import type { CursorWindow } from '../window/cursor.ts';
import { azureClientFailure, azureFailure } from './failure.ts';

export interface ActivityQuery extends CursorWindow {
  readonly resourceGroup?: string | undefined;
}

/** Pages of one subscription's Activity Log, as the text of Azure's answers. */
export interface ActivityClient {
  first(query: ActivityQuery): Promise<Result<string, CallFailure>>;
  next(link: string): Promise<Result<string, CallFailure>>;
}

const azureEndpoint = 'https://management.azure.com';

/** The members that the log reader uses; the others repeat the same texts in other languages. */
const selected = [
  'authorization',
  'caller',
  'category',
  'claims',
  'correlationId',
  'eventDataId',
  'eventName',
  'eventTimestamp',
  'httpRequest',
  'id',
  'level',
  'operationId',
  'operationName',
  'properties',
  'resourceGroupName',
  'resourceId',
  'resourceProviderName',
  'resourceType',
  'status',
  'subStatus',
  'submissionTimestamp',
  'subscriptionId',
  'tenantId',
].join(',');

export function createActivityClient(
  subscription: string,
  endpoint: string | undefined,
  now: () => string,
): ActivityClient {
  const base = (endpoint ?? azureEndpoint).replace(/\/+$/, '');
  let made: Promise<MonitorClient> | undefined;
  const call = (
    send: (client: MonitorClient) => Promise<RawAnswer>,
  ): Promise<Result<string, CallFailure>> =>
    attemptCall(
      async () => {
        made ??= createClient(subscription, base);
        return send(await made);
      },
      (error) => responseFailure(error, now()) ?? azureClientFailure(error),
    ).then((answer) => (answer.ok ? judged(answer.value, now()) : answer));
  return {
    first: (query) => call((client) => listFirst(client, query)),
    async next(link) {
      // The request carries the token, so the link must not lead to another host.
      if (!URL.canParse(link) || new URL(link).origin !== new URL(base).origin) {
        const message = 'The next page is on another host.';
        return fail({ kind: 'other', code: 'foreign-link', message });
      }
      const { createPipelineRequest } = await import('@azure/core-rest-pipeline');
      const request = createPipelineRequest({
        url: link,
        allowInsecureConnection: isLoopbackUrl(base),
      });
      return call(async (client) => answerOf(await client.sendRequest(request)));
    },
  };
}

async function createClient(subscription: string, base: string): Promise<MonitorClient> {
  const [{ MonitorClient }, { DefaultAzureCredential }] = await Promise.all([
    import('@azure/arm-monitor'),
    import('@azure/identity'),
  ]);
  const isLocal = isLoopbackUrl(base);
  const client = new MonitorClient(new DefaultAzureCredential(), subscription, {
    endpoint: base,
    $host: base,
    credentialScopes: [`${base}/.default`],
    allowInsecureConnection: isLocal,
    // The collector makes the retries itself, in order to pace them.
    retryOptions: { maxRetries: 0 },
  });
  const { httpAgent, httpsAgent } = guardedAgents({ allowsLoopback: true });
  client.pipeline.addPolicy(
    {
      name: 'guardedAddress',
      sendRequest(request, next) {
        request.agent = request.url.startsWith('https:') ? httpsAgent : httpAgent;
        return next(request);
      },
    },
    { afterPhase: 'Sign' },
  );
  if (isLocal) client.pipeline.removePolicy({ name: 'bearerTokenAuthenticationPolicy' });
  return client;
}

interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly header: string | undefined;
}

interface RawResponse {
  readonly status: number;
  readonly bodyAsText?: string | null | undefined;
  readonly headers: { get(name: string): string | undefined };
}

/** Returns the raw answer, because the client's models drop members that they do not define. */
async function listFirst(
  client: MonitorClient,
  { from, to, resourceGroup }: ActivityQuery,
): Promise<RawAnswer> {
  const group = resourceGroup === undefined ? '' : ` and resourceGroupName eq '${resourceGroup}'`;
  let answer: RawAnswer | undefined;
  const pages = client.activityLogs
    .list(`eventTimestamp ge '${from}' and eventTimestamp le '${to}'${group}`, {
      select: selected,
      onResponse: (response) => {
        answer = answerOf(response);
      },
    })
    .byPage();
  await pages.next();
  return answer ?? { status: 500, text: '', header: undefined };
}

function answerOf({ status, bodyAsText, headers }: RawResponse): RawAnswer {
  return { status, text: bodyAsText ?? '', header: headers.get('retry-after') };
}

function judged({ status, text, header }: RawAnswer, now: string): Result<string, CallFailure> {
  return status === 200 ? ok(text) : fail(azureFailure(status, text, header, now));
}

/** An error that the client throws because of an answer contains that answer. */
function responseFailure(error: unknown, now: string): CallFailure | undefined {
  if (!(error instanceof Error) || error.name !== 'RestError') return undefined;
  const response: unknown = Reflect.get(error, 'response');
  if (typeof response !== 'object' || response === null || !('status' in response))
    return undefined;
  const { status, text, header } = answerOf(response as RawResponse);
  return azureFailure(status, text, header, now);
}
