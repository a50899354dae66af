import type { S3Client } from '@aws-sdk/client-s3';
import type { Result } from '../../../model/result.ts';
import type { CallFailure } from '../failure.ts';
import { isoTimeOf } from '../time.ts';
import type { CollectTimer } from '../types.ts';
import { type AwsAccess, awsCaller, clientOptions } from './access.ts';

export interface BucketObject {
  readonly key: string;
  readonly modified: string;
}

export interface ListPage {
  readonly objects: readonly BucketObject[];
  /** Key prefixes up to the next slash, if the listing stops at slashes. */
  readonly folders: readonly string[];
  readonly next?: string;
}

export interface ListInput {
  readonly prefix: string;
  readonly after?: string;
  readonly delimiter?: '/';
  readonly token?: string;
  readonly max?: number;
}

/** Read access to a bucket. */
export interface Bucket {
  readonly name: string;
  list(input: ListInput): Promise<Result<ListPage, CallFailure>>;
  get(key: string): Promise<Result<{ bytes: Uint8Array; modified: string }, CallFailure>>;
}

/** Far below what S3 allows, so that other users of the account are not affected. */
const perSecond = 100;
/** Milliseconds; enough for a file of 50 MB. */
const wholeFile = 120_000;

export function createBucket(
  name: string,
  access: AwsAccess,
  timer: CollectTimer,
  now: () => string,
): Bucket {
  const call = awsCaller({ perSecond, burst: perSecond }, timer, now);
  let client: S3Client | undefined;
  const connect = async (): Promise<S3Client> => {
    const { S3Client } = await import('@aws-sdk/client-s3');
    client ??= new S3Client({
      ...(await clientOptions(access)),
      followRegionRedirects: true,
      // Hosts other than Amazon's do not serve a bucket under a host name of its own.
      ...(access.endpoint === undefined ? {} : { forcePathStyle: true }),
    });
    return client;
  };
  return {
    name,
    list: (input) => call(async () => listPage(await connect(), name, input)),
    get: (key) => call(async () => readObject(await connect(), name, key), wholeFile),
  };
}

/** All pages of a listing; a failure is the last item. */
export async function* bucketPages(
  bucket: Bucket,
  input: Omit<ListInput, 'token'>,
): AsyncGenerator<Result<ListPage, CallFailure>> {
  let token: string | undefined;
  do {
    const page = await bucket.list({ ...input, ...(token === undefined ? {} : { token }) });
    yield page;
    token = page.ok ? page.value.next : undefined;
  } while (token !== undefined);
}

async function listPage(
  client: S3Client,
  bucket: string,
  { prefix, after, delimiter, token, max }: ListInput,
): Promise<ListPage> {
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
  const { Contents, CommonPrefixes, NextContinuationToken } = await client.send(
    new ListObjectsV2Command({
      Bucket: bucket,
      Prefix: prefix,
      ...(after === undefined ? {} : { StartAfter: after }),
      ...(delimiter === undefined ? {} : { Delimiter: delimiter }),
      ...(token === undefined ? {} : { ContinuationToken: token }),
      ...(max === undefined ? {} : { MaxKeys: max }),
    }),
  );
  return {
    objects: (Contents ?? []).flatMap(({ Key: key, LastModified }) => {
      const modified = isoTimeOf(LastModified);
      return key === undefined || modified === undefined ? [] : [{ key, modified }];
    }),
    folders: (CommonPrefixes ?? []).flatMap(({ Prefix }) => Prefix ?? []),
    ...(NextContinuationToken === undefined ? {} : { next: NextContinuationToken }),
  };
}

/** Reads the entire file: CloudTrail's have at most 50 MB, and half of one would be of no use. */
async function readObject(client: S3Client, bucket: string, key: string) {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const { Body, LastModified } = await client.send(
    new GetObjectCommand({ Bucket: bucket, Key: key }),
  );
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array(0);
  return { bytes, modified: isoTimeOf(LastModified) ?? new Date(0).toISOString() };
}
