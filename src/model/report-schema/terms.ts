import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** Anything that `JSON.parse` gives, as it is. */
export const json = z.custom<Json>((value) => value !== undefined);
export const jsonObject = z.custom<JsonObject>((value) => isJsonObject(value as Json));

export const text = z.string();
export const ids = z.array(text).readonly();
export const wholeNumber = z.int().nonnegative();
export const share = z.number().min(0).max(1);
export const time = z.iso.datetime();
export const window = z.object({ from: time, to: time });
const id = (prefix: string) => text.regex(new RegExp(`^${prefix}-[0-9a-f]{12}$`));
export const driftId = id('d');
export const intentId = id('i');
export const questionId = id('q');

export const path = z.array(z.union([text, z.number(), z.object({ element: json })])).readonly();
