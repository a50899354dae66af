import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Result } from '../../../model/result.ts';
import type { CallFailure } from '../failure.ts';
import type { CollectTimer } from '../types.ts';
import { type AwsAccess, awsCaller, clientOptions } from './access.ts';

export interface SqsMessage {
  readonly id: string;
  readonly receipt: string;
  readonly body: string;
}

/** A queue with notifications about new files. */
export interface SqsQueue {
  readonly url: string;
  /** Receives up to ten messages, which other readers do not see for some minutes. */
  receive(): Promise<Result<readonly SqsMessage[], CallFailure>>;
  delete(message: SqsMessage): Promise<Result<void, CallFailure>>;
  /** Approximate number of waiting messages. */
  waiting(): Promise<Result<number, CallFailure>>;
}

/**
 * Seconds for which received messages are hidden from other readers: storing a large file takes
 * some.
 */
const visibility = 300;
/**
 * Seconds. With any wait, SQS queries all of the queue's servers, without one only some of them.
 */
const wait = 1;
const perSecond = 50;

export function createSqsQueue(
  url: string,
  access: AwsAccess,
  timer: CollectTimer,
  now: () => string,
): SqsQueue {
  const call = awsCaller({ perSecond, burst: perSecond }, timer, now);
  let client: SQSClient | undefined;
  const connect = async (): Promise<SQSClient> => {
    const { SQSClient } = await import('@aws-sdk/client-sqs');
    client ??= new SQSClient({
      ...(await clientOptions(access)),
      useQueueUrlAsEndpoint: access.endpoint === undefined,
    });
    return client;
  };
  return {
    url,
    receive: () =>
      call(async () => {
        const { ReceiveMessageCommand } = await import('@aws-sdk/client-sqs');
        const { Messages } = await (await connect()).send(
          new ReceiveMessageCommand({
            QueueUrl: url,
            MaxNumberOfMessages: 10,
            VisibilityTimeout: visibility,
            WaitTimeSeconds: wait,
          }),
        );
        return (Messages ?? []).flatMap(({ MessageId, ReceiptHandle, Body }) =>
          MessageId === undefined || ReceiptHandle === undefined
            ? []
            : [{ id: MessageId, receipt: ReceiptHandle, body: Body ?? '' }],
        );
      }),
    delete: ({ receipt }) =>
      call(async () => {
        const { DeleteMessageCommand } = await import('@aws-sdk/client-sqs');
        await (await connect()).send(
          new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: receipt }),
        );
      }),
    waiting: () =>
      call(async () => {
        const { GetQueueAttributesCommand } = await import('@aws-sdk/client-sqs');
        const { Attributes } = await (await connect()).send(
          new GetQueueAttributesCommand({
            QueueUrl: url,
            AttributeNames: ['ApproximateNumberOfMessages'],
          }),
        );
        return Number(Attributes?.['ApproximateNumberOfMessages'] ?? 0);
      }),
  };
}
