/** The version of the API that the schemas were written for. */
export const githubHeaders: Readonly<Record<string, string>> = {
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
};
