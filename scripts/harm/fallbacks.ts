import type { Fallbacks } from './compile.ts';

/**
 * What providers and services take where nothing is set, for steps and orders: without it a value
 * that goes away would not be compared with what takes its place.
 */
export const fallbacks: Fallbacks = {};
