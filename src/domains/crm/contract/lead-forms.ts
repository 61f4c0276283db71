/** Web forms that bring leads: their settings, and the open calls that visitors' browsers make. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { Tags, text, Version } from '../../../records/contract/field-values.ts';
import { FORM_FIELDS } from './form-field-names.ts';
import { Lead } from './leads.ts';

export { FORM_FIELDS } from './form-field-names.ts';

export type FormFieldName = (typeof FORM_FIELDS)[number];
export const FormField = z.strictObject({
  name: z.enum(FORM_FIELDS),
  label: text(80).min(1, 'Enter a label for the field.'),
  required: z.boolean(),
});
export type FormField = z.infer<typeof FormField>;

const Fields = z
  .array(FormField)
  .min(1, 'Add at least one field.')
  .max(FORM_FIELDS.length)
  .refine((fields) => new Set(fields.map((field) => field.name)).size === fields.length, 'Add each field only once.')
  .refine(
    (fields) => fields.some((field) => (field.name === 'email' || field.name === 'phone') && field.required),
    'Require an email address or a phone number so that you can respond.',
  );
/** `https://www.example.com`: scheme, host and port without a path. */
const Origin = z
  .string()
  .trim()
  .max(200)
  .regex(/^https?:\/\/[^/\s?#]+$/, 'Enter a site such as https://www.example.com, without a path.');

const isLanguage = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

export const LeadForm = z.object({
  id: Id,
  version: z.number().int(),
  name: z.string(),
  key: z.string(),
  fields: z.array(FormField),
  source: z.string(),
  ownerId: Id.nullable(),
  tags: z.array(z.string()),
  button: z.string(),
  thanks: z.string(),
  consentText: z.string(),
  origins: z.array(z.string()),
  confirmEmail: z.boolean(),
  /** Entries wait for approval. */
  needsApproval: z.boolean(),
  enabled: z.boolean(),
  /** Language of the form's texts, BCP 47; blank: that of the workspace's pages. */
  language: z.string(),
  /** How many came in, and how many of them were kept back. */
  accepted: z.number().int(),
  spam: z.number().int(),
  /** How many wait for approval. */
  waiting: z.number().int(),
  updatedAt: Instant,
});
export type LeadForm = z.infer<typeof LeadForm>;

export const NewLeadForm = z.strictObject({
  name: text(80).min(1, 'Enter a name for the form.'),
  fields: Fields,
  /** Source of the leads; blank: the form's name. */
  source: text(120).optional(),
  ownerId: Id.nullable().optional(),
  tags: Tags.optional(),
  button: text(40).min(1, 'Enter a button label.').optional(),
  thanks: text(500).min(1, 'Enter a thank-you message.').optional(),
  /** With a text visitors must tick it, and the lead carries the consent. */
  consentText: text(500).optional(),
  origins: z.array(Origin).max(20).optional(),
  confirmEmail: z.boolean().optional(),
  needsApproval: z.boolean().optional(),
  enabled: z.boolean().optional(),
  language: text(35)
    .refine((tag) => tag === '' || isLanguage(tag), 'Enter a language such as en or es-MX.')
    .optional(),
});
export type NewLeadForm = z.infer<typeof NewLeadForm>;
export const LeadFormUpdate = NewLeadForm.partial().extend({ version: Version });

/**
 * `waiting` waits for approval, `rejected` was not let through, `spam` was kept back by the guard or marked by a
 * person.
 */
export const SUBMISSION_STATES = ['accepted', 'unconfirmed', 'waiting', 'rejected', 'spam'] as const;

export const Submission = z.object({
  id: Id,
  state: z.enum(SUBMISSION_STATES),
  /** Why it was kept back. */
  reason: z.string(),
  data: z.record(z.string(), z.string()),
  leadId: Id.nullable(),
  createdAt: Instant,
});
export type Submission = z.infer<typeof Submission>;

const admin = { tag: 'Lead forms', access: 'admin', scope: 'leads:write' } as const;
const SubmissionParams = z.object({ id: Id, submissionId: Id });

export const leadForms = {
  list: endpoint({
    tag: 'Lead forms',
    access: 'user',
    scope: 'leads:read',
    method: 'GET',
    path: '/api/leads/forms',
    summary: 'List web forms',
    response: z.object({ items: z.array(LeadForm) }),
  }),
  create: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/leads/forms',
    summary: 'Create a web form',
    status: 201,
    body: NewLeadForm,
    response: LeadForm,
    errors: ['validation', 'conflict'],
  }),
  update: endpoint({
    ...admin,
    method: 'PUT',
    path: '/api/leads/forms/{id}',
    summary: 'Update a web form',
    params: IdParams,
    body: LeadFormUpdate,
    response: LeadForm,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...admin,
    method: 'DELETE',
    path: '/api/leads/forms/{id}',
    summary: 'Delete a web form',
    description: 'Its leads stay. The form disappears from pages that embed it.',
    params: IdParams,
    errors: ['not_found'],
  }),
  submissions: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/leads/forms/{id}/submissions',
    summary: 'List form entries, newest first, including held ones',
    params: IdParams,
    query: z.object({
      state: z.enum(SUBMISSION_STATES).optional(),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: pageOf(Submission),
    errors: ['not_found', 'bad_request'],
  }),
  accept: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/leads/forms/{id}/submissions/{submissionId}/accept',
    summary: 'Create a lead from a held entry',
    params: SubmissionParams,
    response: Lead,
    errors: ['not_found', 'conflict', 'validation'],
  }),
} as const;

const KeyParams = z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/) });

/** The request of a visitor's browser. Unknown fields are rejected, and blank ones are ignored. */
export const FormEntry = z.strictObject({
  fields: z.partialRecord(z.enum(FORM_FIELDS), z.string().max(5000)),
  consent: z.boolean().optional(),
  /** The token from loading the form, which shows how long it took to fill in. */
  token: z.string().max(500),
  /** A field that people do not see and programs fill. */
  trap: z.string().max(5000).optional(),
  /** The number that a form under attack asks for: SHA-256 of `token.number` starts with `work` zero bits. */
  work: z.string().max(20).optional(),
  /** Address of the page, referrer and campaign. */
  origin: z
    .partialRecord(
      z.enum(['page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']),
      z.string().max(1000),
    )
    .optional(),
});
export type FormEntry = z.infer<typeof FormEntry>;

export const publicForms = {
  read: endpoint({
    tag: 'Lead forms',
    access: 'public',
    method: 'GET',
    crossSite: true,
    path: '/api/public/forms/{key}',
    summary: 'Get the public web form',
    description: "Open to the form's sites by CORS, without cookies.",
    params: KeyParams,
    response: z.object({
      name: z.string(),
      fields: z.array(FormField),
      button: z.string(),
      consentText: z.string(),
      token: z.string(),
      /** Zero bits that the entry's `work` must find; 0 unless the form is under attack. */
      work: z.number().int(),
    }),
    errors: ['not_found', 'forbidden', 'rate_limited'],
  }),
  submit: endpoint({
    tag: 'Lead forms',
    access: 'public',
    method: 'POST',
    crossSite: true,
    path: '/api/public/forms/{key}',
    summary: 'Submit a web form',
    description:
      "JSON from the form's sites, without cookies. Limited by address and form. What looks like spam is answered alike and kept back.",
    params: KeyParams,
    body: FormEntry,
    response: z.object({ message: z.string() }),
    errors: ['not_found', 'forbidden', 'validation', 'rate_limited'],
  }),
  confirm: endpoint({
    tag: 'Lead forms',
    access: 'public',
    method: 'GET',
    path: '/api/public/form-confirmations/{token}',
    summary: 'Redirect an older confirmation link to the confirmation page',
    params: z.object({ token: z.string().max(200) }),
    produces: 'text/html',
    errors: ['not_found', 'rate_limited'],
  }),
  script: endpoint({
    tag: 'Lead forms',
    access: 'public',
    method: 'GET',
    crossSite: true,
    path: '/api/public/forms/{key}/embed.js',
    summary: 'Get the embed script',
    params: KeyParams,
    produces: 'text/javascript',
    errors: ['not_found'],
  }),
} as const;
