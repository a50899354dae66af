type Arrows = ReadonlyMap<string, readonly string[]>;

/**
 * The wings as a Mermaid graph, lowest first. An arrow that follows from two others is left out of
 * the picture, but is in the table after it.
 */
export function drawWings(arrows: Arrows, purposes: Readonly<Record<string, string>>): string {
  const order = layered(arrows);
  const drawn = order.flatMap((wing) =>
    direct(arrows, wing).map((other) => `  ${wing} --> ${other}`),
  );
  const rows = order.map((wing) => {
    const others = arrows.get(wing) ?? [];
    return `| \`${wing}\` | ${purposes[wing] ?? ''} | ${others.join(', ') || 'nothing'} |`;
  });
  const count = order.reduce((sum, wing) => sum + (arrows.get(wing)?.length ?? 0), 0);
  return [
    '```mermaid',
    'graph BT',
    ...drawn,
    '```',
    '',
    `${order.length} wings, ${count} arrows.`,
    '',
    '| wing | what is in it | what it imports |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The wings in an order in which each follows everything it imports. Fails on a cycle. */
export function layered(arrows: Arrows): readonly string[] {
  const order: string[] = [];
  const left = new Set(arrows.keys());
  while (left.size > 0) {
    const next = [...left].filter((wing) =>
      (arrows.get(wing) ?? []).every((other) => !left.has(other)),
    );
    if (next.length === 0) throw new Error(`Arrows go round: ${[...left].join(', ')}`);
    for (const wing of next.sort()) {
      order.push(wing);
      left.delete(wing);
    }
  }
  return order;
}

/** The imports of a wing that it does not also reach through another import. */
function direct(arrows: Arrows, wing: string): readonly string[] {
  const others = arrows.get(wing) ?? [];
  return others.filter(
    (other) => !others.some((between) => between !== other && reaches(arrows, between, other)),
  );
}

function reaches(arrows: Arrows, from: string, to: string): boolean {
  return (arrows.get(from) ?? []).some((next) => next === to || reaches(arrows, next, to));
}
