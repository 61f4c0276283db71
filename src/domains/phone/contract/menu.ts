/** The menu of a phone agent: steps that lead to one another. */
import * as z from 'zod';

export const MAX_STEPS = 40;
/** Characters that an agent says in one step: about a minute of speech. */
export const MAX_SPEECH = 600;
export const MAX_INSTRUCTIONS = 4_000;

export const StepId = z.string().regex(/^[a-z0-9-]{1,40}$/, 'Use letters, digits, and hyphens.');
/** The step that follows; blank while nobody has chosen one. */
const Next = z.string().max(40);
const Speech = z
  .string()
  .trim()
  .min(1, 'Enter what the agent says.')
  .max(MAX_SPEECH, `Use at most ${MAX_SPEECH} characters.`);
const base = { id: StepId, name: z.string().trim().min(1, 'Name is required.').max(60, 'Use at most 60 characters.') };

export const PhoneNumber = z
  .string()
  .trim()
  .regex(/^\+[1-9]\d{6,14}$/, 'Enter the number with its country code, such as +14155550123.');

export const MenuOption = z.strictObject({
  /** A key of the phone; blank: only words. */
  digit: z.string().regex(/^[0-9*#]?$/, 'Use one key: 0 to 9, *, or #.'),
  /** Words or phrases, any of which chooses the option. */
  words: z.array(z.string().trim().min(1).max(40, 'Use at most 40 characters for a keyword.')).max(10),
  next: Next,
});
export type MenuOption = z.infer<typeof MenuOption>;

export const MenuStep = z.discriminatedUnion('kind', [
  z.strictObject({ ...base, kind: z.literal('say'), text: Speech, next: Next }),
  z.strictObject({
    ...base,
    kind: z.literal('ask'),
    text: Speech,
    options: z.array(MenuOption).min(1, 'Add at least one option.').max(12, 'Use at most 12 options.'),
    /** How often the question is asked before `otherwise`. */
    tries: z.number().int().min(1).max(5),
    otherwise: Next,
  }),
  z.strictObject({ ...base, kind: z.literal('hours'), open: Next, closed: Next }),
  z.strictObject({ ...base, kind: z.literal('message'), text: Speech, next: Next }),
  /** Offers free times of a booking type, and books the one that the caller chooses. */
  z.strictObject({
    ...base,
    kind: z.literal('book'),
    text: Speech,
    /** Blank while nobody has chosen one. */
    typeId: z.union([z.literal(''), z.uuid()]),
    next: Next,
    /** Without a free time, a choice, or a working calendar. */
    otherwise: Next,
  }),
  z.strictObject({ ...base, kind: z.literal('callback'), text: Speech, next: Next }),
  /** A language model talks with the caller; without one, the call goes on to the next step at once. */
  z.strictObject({
    ...base,
    kind: z.literal('talk'),
    text: Speech,
    instructions: z
      .string()
      .trim()
      .min(1, 'Enter what the agent should know and do.')
      .max(MAX_INSTRUCTIONS, `Use at most ${MAX_INSTRUCTIONS} characters.`),
    /** Where the agent may put callers through; blank: nowhere. */
    to: z.union([z.literal(''), PhoneNumber]),
    /** The booking type of which the agent may book appointments; blank: none. */
    typeId: z.union([z.literal(''), z.uuid()]).default(''),
    /** Most tokens of one call, read and written; then the call goes on to the next step. */
    maxTokens: z
      .number()
      .int()
      .min(2_000, 'Enter 2,000 to 200,000 tokens.')
      .max(200_000, 'Enter 2,000 to 200,000 tokens.'),
    next: Next,
  }),
  z.strictObject({ ...base, kind: z.literal('transfer'), text: Speech, to: PhoneNumber }),
  z.strictObject({ ...base, kind: z.literal('hangup'), text: Speech }),
]);
export type MenuStep = z.infer<typeof MenuStep>;
export type StepKind = MenuStep['kind'];

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:00.');
/** Hours of one day of the week, 1 for Monday to 7 for Sunday, by the clock of the agent’s time zone. */
export const DayHours = z.strictObject({ day: z.number().int().min(1).max(7), from: Clock, to: Clock });
export type DayHours = z.infer<typeof DayHours>;

/** Each day once. */
export const Hours = z.array(DayHours).max(7);
