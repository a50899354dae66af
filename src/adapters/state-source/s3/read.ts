import type { S3Client } from '@aws-sdk/client-s3';
import { fail, ok, type Result } from '../../../model/result.ts';
import { guardedAgents } from '../../net/agents.ts';
import { awsCredentials } from '../../net/aws-credentials.ts';
import { largestState, readStateBody, stateBytes } from '../body.ts';
import type { StateFailure } from '../failure.ts';
import { urlFailure } from '../http/address.ts';
import type { ReadState } from '../http/state.ts';
import type { S3Location, StatePorts } from '../types.ts';
import { s3Failure } from './failure.ts';

/** Reads an object of S3, or of a store with the same protocol. */
export async function readS3State(
  location: S3Location,
  ports: StatePorts,
): Promise<Result<ReadState, StateFailure>> {
  const refusal = endpointFailure(location, ports);
  if (refusal !== undefined) return fail(refusal);
  let client: S3Client | undefined;
  try {
    client = await connect(location, ports);
    return await readObject(client, location);
  } catch (error) {
    const failure = s3Failure(error);
    if (failure === undefined) throw error;
    return fail(failure);
  } finally {
    client?.destroy();
  }
}

function endpointFailure(
  { endpoint, stsEndpoint }: S3Location,
  ports: StatePorts,
): StateFailure | undefined {
  for (const address of [endpoint, stsEndpoint]) {
    if (address === undefined) continue;
    if (!URL.canParse(address)) return { kind: 'address' };
    const failure = urlFailure(new URL(address), ports);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

async function connect(location: S3Location, ports: StatePorts): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { endpoint, profile } = location;
  const region = regionOf(location, ports);
  const credentials = await awsCredentials(
    { ...location, region: region ?? 'us-east-1' },
    { ...guardedAgents(ports), socketTimeout: 30_000 },
  );
  return new S3Client({
    // `withStateRetries` makes the retries.
    maxAttempts: 1,
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { ...guardedAgents(ports), socketTimeout: 60_000 },
    ...(region === undefined ? {} : { region }),
    ...(profile === undefined ? {} : { profile }),
    ...(credentials === undefined ? {} : { credentials }),
    // Other stores serve no bucket under a host name of its own, and have no other region.
    ...(endpoint === undefined
      ? { followRegionRedirects: true }
      : { endpoint, forcePathStyle: true }),
  });
}

function regionOf({ region, endpoint, profile }: S3Location, { env }: StatePorts) {
  const named = region ?? env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'];
  if (named !== undefined && named !== '') return named;
  return endpoint === undefined || profile !== undefined ? undefined : 'us-east-1';
}

async function readObject(
  client: S3Client,
  { bucket, key }: S3Location,
): Promise<Result<ReadState, StateFailure>> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const { Body, ContentEncoding, ContentLength, VersionId } = await client.send(
    new GetObjectCommand({ Bucket: bucket, Key: key }),
  );
  const bytes = await readStateBody(Body as unknown as AsyncIterable<Uint8Array>, {
    limit: largestState,
    length: ContentLength,
  });
  if (!bytes.ok) return bytes;
  const state = stateBytes(bytes.value, ContentEncoding);
  if (!state.ok) return state;
  // The version of every object in a bucket without versions.
  const version = VersionId === 'null' ? undefined : VersionId;
  return ok({ bytes: state.value, version });
}
