/** Where knowledge comes from, and who may read it. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant } from '../../../kernel/endpoint.ts';
import { KNOWLEDGE } from '../paths.ts';

export const MAX_SOURCES = 200;

/** `files`: uploads. `web`: pages at an address. `answers`: verified answers. `feed`: another part of the product. */
export const SourceKind = z.enum(['files', 'web', 'notes', 'answers', 'feed']);
export type SourceKind = z.infer<typeof SourceKind>;

/** `roles` and `people` read it besides its owner. */
export const Audience = z.enum(['everyone', 'roles', 'people']);
export type Audience = z.infer<typeof Audience>;
export const AUDIENCE_ROLES = ['owner', 'member', 'admin', 'opus_team'] as const;

export const KnowledgeSource = z.object({
  id: Id,
  kind: SourceKind,
  name: z.string(),
  url: z.string(),
  maxPages: z.number().int(),
  feed: z.string(),
  audience: Audience,
  roles: z.array(z.string()),
  people: z.array(z.object({ id: Id, name: z.string() })),
  owner: z.object({ id: Id, name: z.string() }).nullable(),
  /** Hours between two checks; null: when somebody asks for one. */
  everyHours: z.number().int().nullable(),
  nextAt: Instant.nullable(),
  state: z.enum(['ready', 'working', 'failed']),
  /** Why the last check failed. */
  error: z.string(),
  checkedAt: Instant.nullable(),
  documents: z.number().int(),
  failed: z.number().int(),
  waiting: z.number().int(),
  passages: z.number().int(),
  /** Whether the caller may change and delete it. */
  canEdit: z.boolean(),
  version: z.number().int(),
});
export type KnowledgeSource = z.infer<typeof KnowledgeSource>;

const Name = z.string().trim().min(1, 'Name is required.').max(120, 'Use at most 120 characters.');
const readers = {
  audience: Audience.default('everyone'),
  roles: z.array(z.enum(AUDIENCE_ROLES)).max(AUDIENCE_ROLES.length).default([]),
  people: z.array(Id).max(200).default([]),
  everyHours: z.number().int().min(1, 'Enter at least 1 hour.').max(8_760, 'Enter at most 8,760 hours.').nullable(),
};

export const NewKnowledgeSource = z
  .strictObject({
    kind: z.enum(['files', 'web', 'notes', 'feed']),
    name: Name,
    url: z
      .string()
      .trim()
      .max(2_000)
      .refine((url) => url === '' || /^https?:\/\//i.test(url), 'Enter an address that begins with https://.')
      .default(''),
    maxPages: z.number().int().min(1, 'Enter at least 1.').max(500, 'Enter at most 500.').default(1),
    feed: z.string().max(60).default(''),
    ...readers,
    everyHours: readers.everyHours.default(null),
  })
  .refine(({ kind, url }) => kind !== 'web' || url !== '', { path: ['url'], message: 'Address is required.' })
  .refine(({ kind, feed }) => kind !== 'feed' || feed !== '', { path: ['feed'], message: 'Choose what to add.' })
  .refine(({ audience, roles }) => audience !== 'roles' || roles.length > 0, {
    path: ['roles'],
    message: 'Choose at least one role.',
  });
export type NewKnowledgeSource = z.infer<typeof NewKnowledgeSource>;

export const KnowledgeSourceChange = z.strictObject({
  version: z.number().int(),
  name: Name.optional(),
  audience: Audience.optional(),
  roles: readers.roles.unwrap().optional(),
  people: readers.people.unwrap().optional(),
  everyHours: readers.everyHours.optional(),
  maxPages: z.number().int().min(1, 'Enter at least 1.').max(500, 'Enter at most 500.').optional(),
});
export type KnowledgeSourceChange = z.infer<typeof KnowledgeSourceChange>;

const access = { tag: 'Knowledge', access: 'user' } as const;

export const knowledgeSources = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: KNOWLEDGE.sources,
    summary: 'Sources of knowledge that you may read, by name',
    response: z.object({
      items: z.array(KnowledgeSource),
      /** Parts of the product that can be added as sources, and are not yet. */
      feeds: z.array(z.object({ id: z.string(), name: z.string(), about: z.string() })),
    }),
  }),
  create: endpoint({
    ...access,
    method: 'POST',
    path: KNOWLEDGE.sources,
    summary: 'Add a source of knowledge',
    description: 'Web pages are fetched at once, then every `everyHours`. Rules in robots.txt are kept.',
    status: 201,
    body: NewKnowledgeSource,
    response: KnowledgeSource,
    errors: ['validation', 'conflict'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: `${KNOWLEDGE.sources}/{id}`,
    summary: 'A source of knowledge',
    params: IdParams,
    response: KnowledgeSource,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...access,
    method: 'PATCH',
    path: `${KNOWLEDGE.sources}/{id}`,
    summary: 'Change a source of knowledge, or who may read it',
    params: IdParams,
    body: KnowledgeSourceChange,
    response: KnowledgeSource,
    errors: ['validation', 'not_found', 'stale', 'forbidden'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${KNOWLEDGE.sources}/{id}`,
    summary: 'Delete a source with its documents',
    description: 'Documents, passages, vectors, and quotations in answers are deleted for good.',
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
  sync: endpoint({
    ...access,
    method: 'POST',
    path: `${KNOWLEDGE.sources}/{id}/sync`,
    summary: 'Check a source now, and read failed documents again',
    params: IdParams,
    response: KnowledgeSource,
    errors: ['not_found', 'forbidden'],
  }),
} as const;
