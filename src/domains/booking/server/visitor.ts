/** A visitor's input. */
import * as z from 'zod';

export const Visitor = z.object({
  // It goes into subjects of mails, which are one line.
  name: z
    .string()
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .pipe(z.string().min(1, 'Name is required.').max(120, 'Use at most 120 characters.')),
  email: z.email('Enter an email address.').max(254),
  phone: z.string().trim().max(40, 'Use at most 40 characters.'),
  wantsTexts: z.boolean().default(false),
  answers: z.array(z.object({ question: z.string(), answer: z.string().trim().max(2_000) })),
});
export type Visitor = z.input<typeof Visitor>;
