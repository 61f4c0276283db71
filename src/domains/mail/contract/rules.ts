/** Rules of a mailbox on the wire. */
import * as z from 'zod';
import { Id, Instant } from '../../../kernel/endpoint.ts';

export const MAX_RULES = 50;

const Words = z.string().trim().toLowerCase().max(200, 'Use at most 200 characters.').default('');

/** All that are filled in must hold. */
export const RuleConditions = z
  .strictObject({
    /** Part of the sender’s name or address. */
    from: Words,
    /** Part of a recipient’s address. */
    to: Words,
    subject: Words,
    /** Part of the text. */
    text: Words,
    hasAttachment: z.boolean().default(false),
    /** It names a way out of a list. */
    isNewsletter: z.boolean().default(false),
  })
  .refine((one) => Object.values(one).some((value) => value !== '' && value !== false), {
    path: ['from'],
    message: 'Enter at least one condition.',
  });
export type RuleConditions = z.infer<typeof RuleConditions>;

export const RuleActs = z
  .strictObject({
    label: z.string().trim().max(40, 'Use at most 40 characters.').default(''),
    archive: z.boolean().default(false),
    markRead: z.boolean().default(false),
    star: z.boolean().default(false),
    trash: z.boolean().default(false),
  })
  .refine((one) => Object.values(one).some((value) => value !== '' && value !== false), {
    path: ['label'],
    message: 'Choose at least one action.',
  });
export type RuleActs = z.infer<typeof RuleActs>;

export const MailRule = z.object({
  id: Id,
  accountId: Id,
  name: z.string(),
  position: z.number().int(),
  isOn: z.boolean(),
  conditions: z.object(RuleConditions.shape),
  acts: z.object(RuleActs.shape),
  endsHere: z.boolean(),
  applied: z.number().int(),
  appliedAt: Instant.nullable(),
  /** When it last looked at a message. */
  checkedAt: Instant.nullable(),
  /** Why it stopped working, and since when; blank while it works. */
  failure: z.string(),
  failedAt: Instant.nullable(),
  version: z.number().int(),
});
export type MailRule = z.infer<typeof MailRule>;

export const NewMailRule = z.strictObject({
  accountId: Id,
  name: z.string().trim().min(1, 'Name is required.').max(100, 'Use at most 100 characters.'),
  conditions: RuleConditions,
  acts: RuleActs,
  endsHere: z.boolean().default(false),
});
export type NewMailRule = z.infer<typeof NewMailRule>;

export const RuleTrial = z.object({
  /** Messages that were looked at, the newest first. */
  checked: z.number().int(),
  matched: z.number().int(),
  examples: z.array(z.object({ threadId: Id, from: z.string(), subject: z.string(), at: Instant })),
});

export const RuleApplication = z.object({ id: Id, rule: z.string(), what: z.string(), at: Instant });
