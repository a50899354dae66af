import {
  type CloudLocation,
  nameInQueueUrl,
  namesInArn,
  parseArn,
  plainArn,
  scopeInText,
} from './names.ts';

/** An identifying value, parsed once for all attributes that it is compared with. */
export interface Spelling {
  readonly value: string;
  /** Undefined if the value is not an ARN. */
  readonly arn?: {
    /** Without a version or other suffix that only some calls add. */
    readonly plain: string;
    /** Names of its resource, most specific first. */
    readonly names: readonly string[];
  };
  /** The name of the queue if the value is a queue URL. */
  readonly queue?: string;
  readonly scope: CloudLocation;
}

export function parseSpelling(value: string): Spelling {
  const scope = scopeInText(value);
  if (parseArn(value) !== undefined) {
    return { value, arn: { plain: plainArn(value), names: namesInArn(value) }, scope };
  }
  const queue = nameInQueueUrl(value);
  return queue === undefined ? { value, scope } : { value, queue, scope };
}
