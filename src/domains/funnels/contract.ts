/** Funnels: pages that turn visitors into leads. Drafts, versions, figures, and what visitors sent. */
import * as z from 'zod';
import { Day, endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { AmountEntry } from '../../kernel/money/entries.ts';
import { FunnelDocument, Theme } from './contract/document.ts';
import { FUNNELS } from './paths.ts';

export * from './contract/document.ts';

export const MAX_FUNNELS = 500;

const Name = z.string().trim().min(1, 'Name is required.').max(120, 'Use at most 120 characters.');
const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(3, 'Use at least 3 characters.')
  .max(60, 'Use at most 60 characters.')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits, and hyphens.');
const Person = z.object({ id: Id, name: z.string() }).nullable();

export const FunnelRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  /** Blank: the color of the workspace's pages. */
  color: z.string(),
  steps: z.number().int(),
  isPublished: z.boolean(),
  /** The draft differs from what visitors see. */
  hasChanges: z.boolean(),
  /** Of the last 30 days: visitors of the first step, leads, and leads per visitor (0 to 1); null without visitors. */
  visitors: z.number().int(),
  leads: z.number().int(),
  rate: z.number().nullable(),
  updatedAt: Instant,
});
export type FunnelRow = z.infer<typeof FunnelRow>;

/** How the workspace shows itself on the page. */
export const FunnelSite = z.object({
  name: z.string(),
  logo: z.string(),
  color: z.string(),
  language: z.string(),
  imprint: z.string(),
  privacyUrl: z.string(),
});
export type FunnelSite = z.infer<typeof FunnelSite>;

export const Funnel = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  document: FunnelDocument,
  version: z.number().int(),
  published: z.object({ id: Id, number: z.number().int(), at: Instant, by: Person, note: z.string() }).nullable(),
  hasChanges: z.boolean(),
  /** Full address of the first page, there once the funnel is published. */
  address: z.string(),
  site: FunnelSite,
  updatedAt: Instant,
});
export type Funnel = z.infer<typeof Funnel>;

export const FunnelVersion = z.object({
  id: Id,
  number: z.number().int(),
  note: z.string(),
  at: Instant,
  by: Person,
  isPublished: z.boolean(),
});
export type FunnelVersion = z.infer<typeof FunnelVersion>;

export const FunnelTemplateRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  steps: z.array(z.string()),
  theme: Theme,
});
export type FunnelTemplateRow = z.infer<typeof FunnelTemplateRow>;

/** What is wrong with a funnel. `blocking`: it cannot be published before. */
export const FunnelProblem = z.object({
  blocking: z.boolean(),
  message: z.string(),
  /** Blank: it is the settings of the workspace's public pages that need a change. */
  stepId: z.string(),
  blockId: z.string(),
});
export type FunnelProblem = z.infer<typeof FunnelProblem>;

const Count = z.number().int();
/** One half of a split test since it began. */
const Variant = z.object({ visitors: Count, conversions: Count, rate: z.number().nullable() });
export const SplitResult = z.object({
  /** Share of visitors who see B, 0 to 1. */
  share: z.number(),
  a: Variant,
  b: Variant,
  /** Chance of so clear a result, at any time, if both variants were equally good. */
  p: z.number(),
  /** Named once `p` is at most 0.05; it stays right however often one looks. */
  winner: z.enum(['a', 'b']).nullable(),
  /** B's rate relative to A's, as a range with 95% confidence: 0.1 is 10% higher. */
  lift: z.object({ low: z.number(), high: z.number().nullable() }),
});
export type SplitResult = z.infer<typeof SplitResult>;

export const StepFigures = z.object({
  stepId: z.string(),
  name: z.string(),
  views: Count,
  /** Different people per day, added up. */
  visitors: Count,
  conversions: Count,
  /** Conversions per visitor, 0 to 1; null without visitors. */
  rate: z.number().nullable(),
  /** Of the split test that visitors see now, from its beginning. */
  split: SplitResult.nullable(),
});
export type StepFigures = z.infer<typeof StepFigures>;

export const OrderFigures = z.object({
  /** Orders paid with money, and their sums by currency, less refunds. */
  paid: Count,
  revenue: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** The same for orders that were paid at the embedded gateway: no money moved. */
  test: Count,
  testRevenue: z.array(z.object({ currency: z.string(), amount: z.string() })),
});
export type OrderFigures = z.infer<typeof OrderFigures>;

export const FunnelFigures = z.object({
  from: Day,
  to: Day,
  steps: z.array(StepFigures),
  visitors: Count,
  leads: Count,
  orders: OrderFigures,
  days: z.array(z.object({ day: Day, visitors: Count, leads: Count })),
  /** Leads by campaign, the most first; a blank name for those without. */
  campaigns: z.array(z.object({ source: z.string(), campaign: z.string(), leads: Count })),
});
export type FunnelFigures = z.infer<typeof FunnelFigures>;

export const FunnelSubmission = z.object({
  id: Id,
  /** `partial`: a form with several pages that was not sent; it is deleted after 30 days. */
  state: z.enum(['accepted', 'spam', 'partial']),
  reason: z.string(),
  step: z.string(),
  data: z.record(z.string(), z.string()),
  answers: z.array(z.object({ label: z.string(), answer: z.string() })),
  origin: z.record(z.string(), z.string()),
  leadId: Id.nullable(),
  at: Instant,
});
export type FunnelSubmission = z.infer<typeof FunnelSubmission>;

export const OrderStates = z.enum(['open', 'paid', 'refunded']);
export const FunnelOrder = z.object({
  id: Id,
  /** `refunded`: all of it. */
  state: OrderStates,
  /** Paid at the embedded gateway: no money moved. */
  isTest: z.boolean(),
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      quantity: Count,
      price: z.string(),
      amount: z.string(),
      isBump: z.boolean(),
    }),
  ),
  total: z.string(),
  refunded: z.string(),
  currency: z.string(),
  /** Of the buyer; blank once their lead is deleted for good. */
  name: z.string(),
  email: z.string(),
  /** Why it was refunded; one line for each refund with a note. */
  note: z.string(),
  step: z.string(),
  origin: z.record(z.string(), z.string()),
  leadId: Id.nullable(),
  /** The page on which the buyer sees it. */
  link: z.string(),
  at: Instant,
  paidAt: Instant.nullable(),
});
export type FunnelOrder = z.infer<typeof FunnelOrder>;
export const OrderRefund = z.strictObject({
  /** Absent: all that is left. */
  amount: AmountEntry.optional(),
  note: z.string().trim().max(500, 'Use at most 500 characters.').default(''),
});

/** Largest image, in bytes: pages shall open quickly on phones. */
export const MAX_FUNNEL_IMAGE = 2_000_000;
export const MAX_FUNNEL_IMAGES = 1_000;

export const FunnelImage = z.object({
  id: Id,
  /** As blocks name it. */
  key: z.string(),
  name: z.string(),
  size: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  at: Instant,
});
export type FunnelImage = z.infer<typeof FunnelImage>;

export const NewFunnel = z.strictObject({
  name: Name,
  /** Id of a template; `blank` starts with two simple pages. */
  template: z.string().max(40).default('blank'),
});
export const FunnelUpdate = z.strictObject({
  version: z.number().int(),
  name: Name,
  slug: Slug,
  document: FunnelDocument,
});

const access = { tag: 'Funnels', access: 'user' } as const;
const paging = { cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(100).default(30) };
const one = `${FUNNELS.list}/{id}` as const;

export const funnels = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: FUNNELS.list,
    summary: 'Funnels with their figures of the last 30 days, the latest change first',
    query: z.object({ ...paging, search: z.string().trim().max(100).optional() }),
    response: pageOf(FunnelRow),
    errors: ['bad_request'],
  }),
  templates: endpoint({
    ...access,
    method: 'GET',
    path: '/api/funnel-templates',
    summary: 'Funnels to start from',
    response: z.object({ items: z.array(FunnelTemplateRow) }),
  }),
  create: endpoint({
    ...access,
    method: 'POST',
    path: FUNNELS.list,
    summary: 'Create a funnel from a template',
    status: 201,
    body: NewFunnel,
    response: Funnel,
    errors: ['validation', 'conflict'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: one,
    summary: 'A funnel with its draft',
    params: IdParams,
    response: Funnel,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...access,
    method: 'PUT',
    path: one,
    summary: "Change a funnel's draft",
    description: 'Visitors see the change once the funnel is published again. A new slug counts at once.',
    params: IdParams,
    body: FunnelUpdate,
    response: Funnel,
    errors: ['validation', 'not_found', 'stale'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: one,
    summary: 'Delete a funnel with its pages, figures, and submissions',
    description: 'Leads that came from it stay.',
    params: IdParams,
    errors: ['not_found'],
  }),
  copy: endpoint({
    ...access,
    method: 'POST',
    path: `${one}/copy`,
    summary: 'Copy a funnel',
    status: 201,
    params: IdParams,
    response: Funnel,
    errors: ['not_found', 'conflict'],
  }),
  check: endpoint({
    ...access,
    method: 'GET',
    path: `${one}/problems`,
    summary: 'What is wrong with the draft',
    params: IdParams,
    response: z.object({ items: z.array(FunnelProblem) }),
    errors: ['not_found'],
  }),
  publish: endpoint({
    ...access,
    method: 'POST',
    path: `${one}/publish`,
    summary: 'Publish the draft as a new version',
    params: IdParams,
    body: z.strictObject({ version: z.number().int(), note: z.string().trim().max(200).default('') }),
    response: Funnel,
    errors: ['not_found', 'stale', 'validation'],
  }),
  unpublish: endpoint({
    ...access,
    method: 'POST',
    path: `${one}/unpublish`,
    summary: "Take a funnel's pages offline",
    params: IdParams,
    response: Funnel,
    errors: ['not_found'],
  }),
  versions: endpoint({
    ...access,
    method: 'GET',
    path: `${one}/versions`,
    summary: 'Published versions, the latest first',
    params: IdParams,
    query: z.object(paging),
    response: pageOf(FunnelVersion),
    errors: ['not_found', 'bad_request'],
  }),
  version: endpoint({
    ...access,
    method: 'GET',
    path: `${one}/versions/{versionId}`,
    summary: 'A published version with its document',
    params: z.object({ id: Id, versionId: Id }),
    response: FunnelVersion.extend({ document: FunnelDocument }),
    errors: ['not_found'],
  }),
  restore: endpoint({
    ...access,
    method: 'POST',
    path: `${one}/versions/{versionId}/restore`,
    summary: 'Publish an earlier version again',
    description: 'It becomes the draft and, as a new version, what visitors see.',
    params: z.object({ id: Id, versionId: Id }),
    body: z.strictObject({ version: z.number().int() }),
    response: Funnel,
    errors: ['not_found', 'stale', 'validation'],
  }),
  figures: endpoint({
    ...access,
    method: 'GET',
    path: `${one}/figures`,
    summary: 'Views, visitors, and conversions step by step',
    params: IdParams,
    query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    response: FunnelFigures,
    errors: ['not_found'],
  }),
  submissions: endpoint({
    ...access,
    method: 'GET',
    path: `${one}/submissions`,
    summary: 'What visitors sent, newest first',
    params: IdParams,
    query: z.object({ ...paging, state: z.enum(['accepted', 'spam', 'partial']).optional() }),
    response: pageOf(FunnelSubmission),
    errors: ['not_found', 'bad_request'],
  }),
  accept: endpoint({
    ...access,
    method: 'POST',
    path: `${one}/submissions/{submissionId}/accept`,
    summary: 'Create a lead from a submission that was held as spam, or from an unfinished one',
    params: z.object({ id: Id, submissionId: Id }),
    response: FunnelSubmission,
    errors: ['not_found', 'conflict', 'validation'],
  }),
  orders: endpoint({
    ...access,
    method: 'GET',
    path: `${one}/orders`,
    summary: 'Orders of a funnel, newest first',
    params: IdParams,
    query: z.object({ ...paging, state: OrderStates.optional() }),
    response: pageOf(FunnelOrder).extend({ figures: OrderFigures, movesMoney: z.boolean(), mayRefund: z.boolean() }),
    errors: ['not_found', 'bad_request'],
  }),
  refundOrder: endpoint({
    ...access,
    method: 'POST',
    path: `${one}/orders/{orderId}/refund`,
    summary: 'Refund an order',
    description: 'Through the payment service where it was paid. For administrators and owners of the workspace.',
    params: z.object({ id: Id, orderId: Id }),
    body: OrderRefund,
    response: FunnelOrder,
    errors: ['not_found', 'conflict', 'validation', 'forbidden', 'unavailable'],
  }),
  images: endpoint({
    ...access,
    method: 'GET',
    path: FUNNELS.images,
    summary: 'Images for funnel pages, newest first',
    query: z.object(paging),
    response: pageOf(FunnelImage),
    errors: ['bad_request'],
  }),
  uploadImage: endpoint({
    ...access,
    method: 'POST',
    path: FUNNELS.images,
    summary: 'Upload an image for funnel pages',
    description: 'A JPEG, PNG, or WebP file of at most 2 MB. Anyone who knows its address can see it.',
    status: 201,
    // The size in pixels keeps its place on the page while it loads.
    query: z.object({
      width: z.coerce.number().int().min(1).max(9_999),
      height: z.coerce.number().int().min(1).max(9_999),
    }),
    consumes: 'multipart/form-data',
    response: FunnelImage,
    errors: ['validation', 'conflict', 'too_large', 'unsupported_media_type'],
  }),
  removeImage: endpoint({
    ...access,
    method: 'DELETE',
    path: `${FUNNELS.images}/{id}`,
    summary: 'Delete an image that no funnel uses',
    params: IdParams,
    errors: ['not_found', 'conflict'],
  }),
  sharePreview: endpoint({
    ...access,
    method: 'POST',
    path: `${one}/preview-links`,
    summary: 'Make a link that shows the draft for 7 days',
    params: IdParams,
    response: z.object({ url: z.string(), expiresAt: Instant }),
    errors: ['not_found'],
  }),
  preview: endpoint({
    tag: 'Funnels',
    access: 'public',
    method: 'GET',
    path: `${one}/preview`,
    summary: 'The draft as members of the workspace and holders of a link see it',
    params: IdParams,
    query: z.object({ token: z.string().max(200).optional() }),
    response: z.object({ name: z.string(), document: FunnelDocument, site: FunnelSite, isMember: z.boolean() }),
    errors: ['not_found', 'rate_limited'],
  }),
} as const;
