import { clsx } from 'clsx';

/**
 * Joins class names, skipping false ones. Components put the caller's `className` last and expect layout only (margin,
 * width, grid position): colors and sizes are variants, so nothing must be overridden.
 */
export const cx = clsx;
