import { day } from '../../model/instant.ts';

/**
 * Milliseconds for which the content of a message, and the fact that it was posted, are remembered.
 */
export const memoryTime = 400 * day;

/**
 * Milliseconds for which an intent that is gone is remembered: if it returns, its thread continues.
 */
export const goneMemory = 60 * day;
