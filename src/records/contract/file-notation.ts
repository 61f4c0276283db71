/** How a file writes days and numbers, where the values alone do not tell. */
import * as z from 'zod';

/** How days in the file are written, where that is not clear from themselves: 03/04/2026. */
export const DateOrder = z.enum(['ymd', 'dmy', 'mdy']);
export type DateOrder = z.infer<typeof DateOrder>;

/** The decimal sign of numbers, where that is not clear from themselves: 1.234 or 1,234. */
export const DecimalSign = z.enum(['point', 'comma']);
export type DecimalSign = z.infer<typeof DecimalSign>;
