/** The values that CRM records are made of. On input blank text means "none"; on output absent text is `''`. */
import * as z from 'zod';
import { Day, Id, Instant } from '../../kernel/endpoint.ts';
import { trimmed } from '../../kernel/text.ts';

/** Text of at most `max` characters, trimmed. NUL is refused because PostgreSQL cannot store it. */
export function text(max: number) {
  return z
    .string()
    .overwrite(trimmed)
    .max(max, `Enter up to ${max} characters.`)
    .refine((value) => !value.includes('\0'), 'This contains a character that can’t be stored.');
}

const FAR = 'Use a year between 1900 and 2199.';
const near = (value: string) => value >= '1900' && value < '2200';
/** A day that someone plans or remembers: a year that was typed half, `0026`, is none. */
export const PlannedDay = Day.refine(near, FAR);
/** The same of an instant. */
export const PlannedInstant = Instant.refine(near, FAR);

export const VALUE_LABELS = ['work', 'home', 'mobile', 'other'] as const;

const Label = text(40);

/** An address as typed; the server trims it, lowers its domain, and refuses what no mail server would take. */
export const EmailEntry = z.strictObject({ value: text(254), label: Label.optional() });
export type EmailEntry = z.infer<typeof EmailEntry>;
export const EmailValue = z.object({ value: z.string(), label: z.string() });

/** A number in any notation; without a country prefix it is read as one of the workspace's country. */
export const PhoneEntry = z.strictObject({
  value: text(60),
  label: Label.optional(),
  /** Extension, digits only. */
  ext: z
    .string()
    .trim()
    .regex(/^\d{0,11}$/, 'Enter digits only for the extension.')
    .optional(),
});
export type PhoneEntry = z.infer<typeof PhoneEntry>;
/** `value` in E.164, `+14155550100`. */
export const PhoneValue = z.object({ value: z.string(), label: z.string(), ext: z.string().optional() });
export type PhoneValue = z.infer<typeof PhoneValue>;
export type EmailValue = z.infer<typeof EmailValue>;

export const ADDRESS_PARTS = ['street', 'city', 'region', 'postalCode', 'country'] as const;
export const AddressEntry = z.strictObject({
  street: text(300).optional(),
  city: text(120).optional(),
  region: text(120).optional(),
  postalCode: text(20).optional(),
  country: text(80).optional(),
});
export const Address = z.object({
  street: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
});
export type Address = z.infer<typeof Address>;

export const LINK_KINDS = ['website', 'linkedin', 'x', 'facebook', 'instagram', 'youtube', 'github'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
/**
 * An address on the web: `https://…`; without a scheme `https://` is put before it. Anything else than http(s) is
 * refused.
 */
const Url = text(500);
export const LinksEntry = z.strictObject(
  Object.fromEntries(LINK_KINDS.map((kind) => [kind, Url.optional()])) as Record<LinkKind, z.ZodOptional<typeof Url>>,
);
export const Links = z.partialRecord(z.enum(LINK_KINDS), z.string());
export type Links = z.infer<typeof Links>;

export const CONSENT_CHANNELS = ['email', 'sms', 'phone'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];
export const ConsentState = z.enum(['unknown', 'granted', 'denied']);
export type ConsentState = z.infer<typeof ConsentState>;
export const ConsentEntry = z.strictObject({
  state: ConsentState,
  /** When it was given or refused; absent: now. */
  at: Instant.optional(),
  /** On what ground: `newsletter form`, `contract`, `told us by phone`. */
  basis: text(200).optional(),
});
export const ConsentValue = z.object({ state: ConsentState, at: Instant.nullable(), basis: z.string() });
export type ConsentValue = z.infer<typeof ConsentValue>;
export const Consent = z.object({ email: ConsentValue, sms: ConsentValue, phone: ConsentValue });
export type Consent = z.infer<typeof Consent>;

/** A custom field's value: text, number, yes/no, day (`2026-11-21`), one choice, or several. Null removes it. */
export const CustomValue = z.union([text(5000), z.number(), z.boolean(), z.array(text(200)).max(100), z.null()]);
export type CustomValue = z.infer<typeof CustomValue>;
/** By the field's key. */
export const CustomValues = z.record(z.string().max(60), CustomValue);
export type CustomValues = z.infer<typeof CustomValues>;

export const MAX_TAGS = 100;
export const Tag = text(60).min(1, 'Enter a tag.');
export const Tags = z.array(Tag).max(MAX_TAGS, `Add up to ${MAX_TAGS} tags.`);

/** A record by id and name. */
export const Ref = z.object({ id: Id, name: z.string() });
export type Ref = z.infer<typeof Ref>;

/** The `version` that an update is based on. It may also come as `If-Match`. */
export const Version = z.number().int().min(1);

/** One field that another change touched meanwhile; part of `details` of a `stale` error. */
export const FieldChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });
export type FieldChange = z.infer<typeof FieldChange>;

/**
 * The automation behind a change: a workflow run, a sync (named after the other side), or a web form. A blank name
 * means that it is no longer known.
 */
export const Agent = z.object({ kind: z.enum(['workflow', 'sync', 'form']), id: z.string(), name: z.string() });
export type Agent = z.infer<typeof Agent>;

/** The automation that created the record or last changed it. */
export const MADE_THROUGH = { createdThrough: Agent.optional(), updatedThrough: Agent.optional() };
export interface MadeThrough {
  createdThrough?: Agent | undefined;
  updatedThrough?: Agent | undefined;
}
