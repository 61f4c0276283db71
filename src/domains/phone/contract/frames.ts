/**
 * The frames of a call: those of Twilio's ConversationRelay, which the test call speaks, too. Services add fields without
 * notice, so unknown ones are let through. https://www.twilio.com/docs/voice/conversationrelay/websocket-messages
 */
import * as z from 'zod';

/** Characters of one thing that a caller said; more is cut. */
export const MAX_HEARD = 2_000;
const heard = z.string().transform((text) => text.slice(0, MAX_HEARD));

/** From the carrier. */
export const InFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('setup'),
    sessionId: z.string().default(''),
    callSid: z.string(),
    from: z.string().default(''),
    to: z.string().default(''),
    customParameters: z.record(z.string(), z.string()).optional(),
  }),
  z.object({
    type: z.literal('prompt'),
    voicePrompt: heard,
    lang: z.string().optional(),
    /** False: the caller is still speaking. */
    last: z.boolean().default(true),
  }),
  z.object({ type: z.literal('dtmf'), digit: z.string().regex(/^[0-9*#A-D]$/) }),
  z.object({
    type: z.literal('interrupt'),
    /** The part of the utterance that the caller heard before speaking. */
    utteranceUntilInterrupt: z.string().default(''),
    durationUntilInterruptMs: z.coerce.number().default(0),
  }),
  z.object({ type: z.literal('error'), description: z.string().default('') }),
]);
export type InFrame = z.infer<typeof InFrame>;

/** To the carrier. */
export type OutFrame = { type: 'text'; token: string; last: boolean } | { type: 'end'; handoffData?: string };
