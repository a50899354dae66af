/** A policy document as calls send it. */
export function policy(...statements: readonly object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

export function trust(...services: readonly string[]): string {
  return policy({
    Effect: 'Allow',
    Principal: { Service: services.length === 1 ? services[0] : services },
    Action: 'sts:AssumeRole',
  });
}
