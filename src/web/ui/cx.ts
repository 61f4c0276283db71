import { clsx } from 'clsx';

/**
 * Joins class names, skipping what is false. Components put the caller's `className` last and expect layout only
 * (margin, width, grid place): colours and sizes are variants, so nothing has to be overridden.
 */
export const cx = clsx;
