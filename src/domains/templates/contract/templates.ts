/** Templates as people look for them, make them and look after them. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { text } from '../../../records/contract.ts';
import { TEMPLATES } from '../paths.ts';
import { type Part, PARTS, TemplateContent, TemplateFile, TemplateHead, TemplateHeadChange } from './content.ts';

/** A template by name: `dental-practice` is one that the product brings, an id one of the agency's own. */
export const TemplateRef = z.union([Id, z.string().regex(/^[a-z][a-z0-9-]{1,59}$/)]);
const RefParams = z.object({ ref: TemplateRef });

/** How much of each part is inside. */
export const Counts = z.object({
  ...(Object.fromEntries(PARTS.map((part) => [part, z.number().int()])) as Record<Part, z.ZodNumber>),
  steps: z.number().int(),
});
export type Counts = z.infer<typeof Counts>;

export const TemplateSummary = z.object({
  ref: z.string(),
  /** Brought by the product: it can be used and duplicated, not changed. */
  shipped: z.boolean(),
  name: z.string(),
  summary: z.string(),
  industry: z.string(),
  counts: Counts,
  /** Stages of its first pipeline, in order. */
  stages: z.array(z.object({ name: z.string(), color: z.string(), outcome: z.string() })),
  /** Of the latest content. */
  number: z.number().int(),
  version: z.number().int(),
  archived: z.boolean(),
  updatedAt: Instant.nullable(),
});
export type TemplateSummary = z.infer<typeof TemplateSummary>;

export const Template = TemplateSummary.extend({ content: TemplateContent });
export type Template = z.infer<typeof Template>;

export const TemplateVersion = z.object({
  number: z.number().int(),
  note: z.string(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  counts: Counts,
});
export type TemplateVersion = z.infer<typeof TemplateVersion>;

const tag = 'Templates';
const admin = { tag, access: 'admin' } as const;
const open = { tag, access: 'public' } as const;

/** The product's own templates; open to everyone. */
export const library = {
  list: endpoint({
    ...open,
    method: 'GET',
    path: TEMPLATES.library,
    summary: 'Industry templates that the product brings',
    response: z.object({ items: z.array(TemplateSummary) }),
  }),
  get: endpoint({
    ...open,
    method: 'GET',
    path: '/api/industry-templates/{slug}',
    summary: 'Everything that an industry template holds',
    params: z.object({ slug: z.string().max(60) }),
    response: Template,
    errors: ['not_found'],
  }),
} as const;

/** Parts of a workspace that can become a template. Records never can, because they are customers' data. */
export const CAPTURED = PARTS.filter((part) => part !== 'examples');
const Captured = z.enum(CAPTURED as [Exclude<Part, 'examples'>, ...Exclude<Part, 'examples'>[]]);

const Version = z.number().int().min(1);
const Note = text(300).default('');

export const templates = {
  list: endpoint({
    ...admin,
    method: 'GET',
    path: TEMPLATES.own,
    summary: 'The agency’s own templates by name',
    query: z.object({
      search: z.string().trim().max(100).optional(),
      archived: z.enum(['1']).optional(),
      cursor: z.string().max(2_000).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: pageOf(TemplateSummary),
    errors: ['validation', 'bad_request'],
  }),
  get: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/templates/{ref}',
    summary: 'A template with its content, own or brought by the product',
    params: RefParams,
    response: Template,
    errors: ['not_found'],
  }),
  create: endpoint({
    ...admin,
    method: 'POST',
    path: TEMPLATES.own,
    summary: 'Make a template from a file',
    description: 'At most 1 MB.',
    status: 201,
    body: TemplateFile,
    response: Template,
    errors: ['validation', 'conflict'],
  }),
  capture: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/templates/capture',
    summary: 'Make a template of how a workspace is set up',
    status: 201,
    description:
      'With `into`: as the next version of that template. Records are never taken. What cannot be carried elsewhere is named in `leftOut`.',
    body: z
      .strictObject({
        workspaceId: Id,
        parts: z.array(Captured).min(1, 'Choose at least one part.').max(CAPTURED.length),
        head: TemplateHead.optional(),
        into: z.strictObject({ id: Id, version: Version, note: Note }).optional(),
      })
      .refine((body) => (body.head === undefined) !== (body.into === undefined), {
        message: 'Say what the template is called, or into which one it goes.',
        path: ['head'],
      }),
    response: z.object({ template: Template, leftOut: z.array(z.string()) }),
    errors: ['validation', 'not_found', 'conflict', 'stale'],
  }),
  update: endpoint({
    ...admin,
    method: 'PUT',
    path: '/api/templates/{id}',
    summary: 'Change name, summary, industry or content',
    description: 'Other content becomes the next version. Needs the version that was read.',
    params: IdParams,
    body: TemplateHeadChange.extend({ version: Version, content: TemplateContent.optional(), note: Note }),
    response: Template,
    errors: ['validation', 'not_found', 'conflict', 'stale'],
  }),
  duplicate: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/templates/{ref}/duplicate',
    summary: 'An own copy of a template',
    status: 201,
    params: RefParams,
    response: Template,
    errors: ['not_found', 'conflict'],
  }),
  archive: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/templates/{id}/archive',
    summary: 'Put a template away; what was stamped stays',
    params: IdParams,
    response: Template,
    errors: ['not_found'],
  }),
  unarchive: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/templates/{id}/unarchive',
    summary: 'Take a template out of the archive',
    params: IdParams,
    response: Template,
    errors: ['not_found', 'conflict'],
  }),
  versions: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/templates/{id}/versions',
    summary: 'Its versions, the latest first',
    params: IdParams,
    response: z.object({ items: z.array(TemplateVersion) }),
    errors: ['not_found'],
  }),
  bringBack: endpoint({
    ...admin,
    method: 'POST',
    path: '/api/templates/{id}/versions/{number}/restore',
    summary: 'Make an older version the latest again',
    params: z.object({ id: Id, number: z.coerce.number().int().min(1) }),
    body: z.strictObject({ version: Version }),
    response: Template,
    errors: ['not_found', 'stale', 'validation'],
  }),
  file: endpoint({
    ...admin,
    method: 'GET',
    path: '/api/templates/{ref}/file',
    summary: 'Download a template as JSON',
    params: RefParams,
    produces: 'application/json',
    errors: ['not_found'],
  }),
} as const;
