import { renderHclValue } from '../../../code/hcl/edit/render.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';
import { parsedDocument } from '../../../model/parsed-json.ts';
import { displayText } from '../../../model/text.ts';
import type { Goal } from '../types.ts';
import { orderIn, placeInDocument } from './document/by-hand.ts';
import { documentValueAt } from './document/change.ts';
import { documentChanges } from './document/changes.ts';
import { documentAt, documentCodec } from './document/document-at.ts';

/** The maximum length of a text that a person is asked to write, in characters. */
const longest = 160;

/** More differences of a document than this are only counted. */
const maxOrders = 3;

/** What a goal wants, in a form that a person can act on. */
export type WantedText =
  /** The value as HCL on one line; undefined if there is none or it would not help. */
  | { readonly kind: 'value'; readonly write?: string }
  /**
   * A document, which nobody writes as one text: its only difference, if that is a new value of an
   * entry, otherwise what has to change in it; empty if the differences are not known.
   */
  | {
      readonly kind: 'document';
      readonly entry?: {
        /** `limits.daily`, with its quotes. */
        readonly place: string;
        readonly write: string;
        /** The document has no such entry yet. */
        readonly isNew: boolean;
      };
      readonly orders: readonly string[];
    };

export function wantedText(evaluation: Evaluation, goal: Goal): WantedText {
  switch (goal.kind) {
    case 'value': {
      if (goal.value === null) return { kind: 'value' };
      if (typeof goal.value === 'string' && parsedDocument(goal.value) !== undefined) {
        return documentText(evaluation, { ...goal, value: goal.value });
      }
      return { kind: 'value', write: shortText(goal.value) };
    }
    case 'element': {
      const { element } = goal;
      return {
        kind: 'value',
        write: shortText(isJsonObject(element) ? present(element) : element),
      };
    }
    case 'create':
    case 'delete':
    case 'ignore':
    case 'unignore':
      return { kind: 'value' };
  }
}

/** The differences of a document, for a sentence that does not name them. */
export function furtherText(wanted: WantedText): string {
  if (wanted.kind === 'value' || wanted.entry !== undefined) return '';
  return wanted.orders.length === 0 ? '' : ` ${wanted.orders.join('; ')}.`;
}

function documentText(
  evaluation: Evaluation,
  goal: Extract<Goal, { kind: 'value' }> & { readonly value: string },
): WantedText {
  const codec = documentCodec(evaluation, goal, goal.value);
  const wanted = codec?.read(goal.value);
  const now = codec && documentAt(evaluation, goal, codec);
  if (now === undefined || wanted === undefined) return { kind: 'document', orders: [] };
  const changes = documentChanges(now, wanted);
  const [only, ...others] = changes;
  const orders = changes.slice(0, maxOrders).map((change) => orderIn(now, change));
  const more = changes.length - orders.length;
  const all = more > 0 ? [...orders, `and ${more} more`] : orders;
  if (only?.kind !== 'set' || others.length > 0) return { kind: 'document', orders: all };
  const entry = {
    place: placeInDocument(now, only),
    write: shortText(only.value),
    isNew: documentValueAt(now, only.path) === undefined,
  };
  return { kind: 'document', entry, orders: all };
}

function present(element: Readonly<Record<string, Json>>): Json {
  const isBlank = (value: Json): boolean =>
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(element).filter(([, value]) => !isBlank(value)));
}

function shortText(value: Json): string {
  return displayText(renderHclValue(value, { layout: 'inline' }), longest);
}
