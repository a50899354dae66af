import { isAtOrBelow } from '../../../model/address.ts';
import { anybody, type Declaration } from '../../../model/declaration.ts';
import type { Drift } from '../../../model/drift.ts';
import { contentId } from '../../../model/id.ts';
import type { Intent } from '../../../model/intent.ts';
import type { Json } from '../../../model/json.ts';
import { pathKey } from '../../../model/path.ts';
import { compareText } from '../../../model/text.ts';
import { accepts, fieldRegion } from '../region/region.ts';

/**
 * Turns declarations into intents on the drifts that they match. Declarations without a matching
 * drift are left out, and so are permissions for anybody, which want nothing.
 */
export function declaredIntents(
  declarations: readonly Declaration[],
  drifts: readonly Drift[],
): readonly Intent[] {
  const wanted = declarations.filter(({ actor }) => actor.principal !== anybody);
  const intents = wanted.flatMap((declaration) => {
    const own = drifts.filter((drift) => concernsField(declaration, drift));
    return own.length === 0 ? [] : [intentOf(declaration, own)];
  });
  return [...new Map(intents.map((intent) => [intent.id, intent])).values()].sort((a, b) =>
    compareText(a.id, b.id),
  );
}

/** The id of a declaration's intent: the same on every run, whichever drifts it matches. */
export function declaredId(declaration: Declaration): string {
  return contentId('i', { declared: declaration as unknown as Json });
}

/** True for the same field of the declared resource or of a resource in the declared module. */
function concernsField({ address, path }: Declaration, drift: Drift): boolean {
  return isAtOrBelow(drift.address, address) && pathKey(path) === pathKey(drift.path);
}

function intentOf(declaration: Declaration, drifts: readonly Drift[]): Intent {
  const { actor, want, relaxation, purpose, summary, from, until, ticket } = declaration;
  const ids = drifts.map(({ id }) => id).sort();
  return {
    id: declaredId(declaration),
    actor,
    summary,
    purpose,
    confidence: 1,
    rule: 'declared',
    drifts: ids,
    wants: ids.map((drift) => ({ drift, want })),
    ...(relaxation === undefined
      ? {}
      : { relaxations: ids.map((drift) => ({ drift, want: relaxation })) }),
    window: { from, to: from },
    ...(ticket === undefined ? {} : { ticket }),
    ...(until === undefined ? {} : { expires: until }),
    declared: true,
  };
}

/**
 * Marks the intents that their own actor had announced: before acting, the same principal declared
 * for that time the value that each of the drifts has now. Session names prove nothing here.
 */
export function markAnnounced(
  inferred: readonly Intent[],
  declared: readonly Intent[],
  drifts: ReadonlyMap<string, Drift>,
): readonly Intent[] {
  return inferred.map((intent) => {
    const announcers = intent.drifts.map((id) => {
      const drift = drifts.get(id);
      return drift && declared.find((one) => announces(one, intent, drift));
    });
    const [first] = announcers;
    if (first === undefined || announcers.includes(undefined)) return intent;
    // A change that was announced for a limited time is also wanted only for that time.
    const ends = announcers.flatMap((one) => one?.expires ?? []).sort()[0];
    return { ...intent, announced: first.id, ...(ends === undefined ? {} : { expires: ends }) };
  });
}

function announces(declared: Intent, { actor, window, overtaken }: Intent, drift: Drift): boolean {
  const want = declared.wants.find((one) => one.drift === drift.id)?.want;
  const region = want === undefined ? undefined : fieldRegion(want);
  if (region === undefined || declared.actor.principal !== actor.principal) return false;
  const isEarly = Date.parse(declared.window.from) > Date.parse(window.from);
  const { expires } = declared;
  const isLate = expires !== undefined && Date.parse(expires) <= Date.parse(window.to);
  if (isEarly || isLate) return false;
  const done = overtaken?.find((one) => one.drift === drift.id)?.value ?? drift.live;
  if (done.kind === 'value') return accepts(region, done.value);
  return done.kind === 'absent' && accepts(region, undefined);
}
