import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';

/** Any result of `JSON.parse`, unchanged. */
export const jsonValue = z.custom<Json>((value) => value !== undefined);
export const jsonObject = z.custom<JsonObject>((value) => isJsonObject(value as Json));

export const reportText = z.string();
export const ids = z.array(reportText).readonly();
export const wholeNumber = z.int().nonnegative();
export const share = z.number().min(0).max(1);
export const reportTime = z.iso.datetime();
export const window = z.object({ from: reportTime, to: reportTime });
const id = (prefix: string) => reportText.regex(new RegExp(`^${prefix}-[0-9a-f]{12}$`));
export const driftIdText = id('d');
export const intentIdText = id('i');
export const questionId = id('q');

export const path = z
  .array(z.union([reportText, z.number(), z.object({ element: jsonValue })]))
  .readonly();
