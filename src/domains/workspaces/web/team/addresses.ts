import * as z from 'zod';
import { MAX_INVITED } from '../../contract/invitations.ts';

/** Addresses as they are pasted: separated by commas, semicolons, spaces or lines. */
export const Addresses = z
  .string()
  .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
  .pipe(
    z
      .array(z.email({ error: ({ input }) => `“${String(input)}” is not a valid email address.` }))
      .min(1, 'Enter at least one email address.')
      .max(MAX_INVITED, `Invite up to ${MAX_INVITED} people at once.`),
  );
