/** Options in the query of a request. */
export interface RequestOptions {
  readonly dryRun: boolean;
  readonly fieldManager?: string;
  /** Set if the option was given at all: only an apply may have it. */
  readonly force?: boolean;
}

/** Undefined if the text is not a request URI. */
export function requestOptions(requestUri: string): RequestOptions | undefined {
  if (!requestUri.startsWith('/')) return undefined;
  const mark = requestUri.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : requestUri.slice(mark + 1));
  const fieldManager = query.get('fieldManager') ?? undefined;
  const force = query.get('force');
  return {
    dryRun: query.getAll('dryRun').some((value) => value !== ''),
    ...(fieldManager === undefined || fieldManager === '' ? {} : { fieldManager }),
    ...(force === null ? {} : { force: force === 'true' || force === '1' }),
  };
}
