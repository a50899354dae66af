/** Runs `work` for all items, `atOnce` of them at a time, started in their order. */
export async function eachLimited<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
