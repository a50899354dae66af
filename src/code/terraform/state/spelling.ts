import {
  type CloudScope,
  nameInQueueUrl,
  namesInArn,
  parseArn,
  plainArn,
  scopeInText,
} from './names.ts';

/** A value that names a resource, taken apart once for all the attributes it is looked for in. */
export interface Spelling {
  readonly value: string;
  /** Undefined where the value is not an ARN. */
  readonly arn?: {
    /** Without a version or another part that only some calls add. */
    readonly plain: string;
    /** Names of its resource, the most specific first. */
    readonly names: readonly string[];
  };
  /** The name of the queue where the value is the URL of one. */
  readonly queue?: string;
  readonly scope: CloudScope;
}

export function spellingOf(value: string): Spelling {
  const scope = scopeInText(value);
  if (parseArn(value) !== undefined) {
    return { value, arn: { plain: plainArn(value), names: namesInArn(value) }, scope };
  }
  const queue = nameInQueueUrl(value);
  return queue === undefined ? { value, scope } : { value, queue, scope };
}
