/** Documents, their passages, and the search over them. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../../kernel/endpoint.ts';
import { KNOWLEDGE } from '../paths.ts';

/** Bytes of a file. */
export const MAX_KNOWLEDGE_FILE = 50_000_000;
export const MAX_NOTE = 200_000;

export const KnowledgeDocument = z.object({
  id: Id,
  sourceId: Id,
  sourceName: z.string(),
  title: z.string(),
  /** Media type. */
  type: z.string(),
  url: z.string(),
  /** Bytes; 0 for what is no file. */
  size: z.number().int(),
  state: z.enum(['waiting', 'reading', 'ready', 'failed']),
  error: z.string(),
  passages: z.number().int(),
  pages: z.number().int().nullable(),
  /** Another document with the same content. */
  duplicateOf: z.object({ id: Id, title: z.string() }).nullable(),
  /** Not changed for longer than the settings allow. */
  isStale: z.boolean(),
  hasFile: z.boolean(),
  canEdit: z.boolean(),
  /** Pages that OCR read. */
  scanned: z.number().int(),
  /** Those of them that may hold wrong letters. */
  unsurePages: z.array(z.number().int()),
  /** What was left out, in words; blank for nothing. */
  notice: z.string(),
  changedAt: Instant,
  version: z.number().int(),
});
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>;

export const KnowledgePassage = z.object({
  id: Id,
  position: z.number().int(),
  heading: z.string(),
  /** `Page 3`, `Slide 2`, `Sheet1!A2:F20`; blank where a document has no such parts. */
  place: z.string(),
  page: z.number().int().nullable(),
  text: z.string(),
  /** How sure OCR is of the letters of its page, 0 to 1; null for text of its own. */
  ocr: z.number().nullable(),
});
export type KnowledgePassage = z.infer<typeof KnowledgePassage>;

export const FoundPassage = KnowledgePassage.omit({ ocr: true }).extend({
  documentId: Id,
  documentTitle: z.string(),
  sourceId: Id,
  sourceName: z.string(),
  changedAt: Instant,
  /** 0 to 1 within one search. */
  score: z.number(),
  /** Share of the question’s words, weighted by how rare they are, that the passage holds. */
  coverage: z.number(),
  /** Parts of `text` to show as found: start and end of each. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type FoundPassage = z.infer<typeof FoundPassage>;

/** A text that stands in several documents, which are not copies of each other as a whole. */
export const RepeatedPassage = z.object({
  text: z.string(),
  /** Where it stands, the document that changed last first. */
  places: z.array(
    z.object({
      passageId: Id,
      documentId: Id,
      documentTitle: z.string(),
      place: z.string(),
      isStale: z.boolean(),
      changedAt: Instant,
    }),
  ),
});
export type RepeatedPassage = z.infer<typeof RepeatedPassage>;

const Title = z.string().trim().min(1, 'Title is required.').max(300, 'Use at most 300 characters.');
const Body = z
  .string()
  .trim()
  .min(1, 'Write something.')
  .max(MAX_NOTE, `Use at most ${MAX_NOTE.toLocaleString('en')} characters.`)
  .refine((text) => !text.includes('\0'), 'This contains a character that can’t be stored.');
export const NewNote = z.strictObject({ title: Title, text: Body });

const access = { tag: 'Knowledge', access: 'user' } as const;
const paging = { cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(100).default(50) };

export const knowledgeDocuments = {
  list: endpoint({
    ...access,
    method: 'GET',
    path: KNOWLEDGE.documents,
    summary: 'Documents that you may read, the newest first',
    query: z.object({
      ...paging,
      sourceId: Id.optional(),
      show: z.enum(['all', 'failed', 'waiting', 'unsure', 'stale', 'duplicates']).default('all'),
      /** Part of the title. */
      search: z.string().trim().max(100).optional(),
    }),
    response: pageOf(KnowledgeDocument),
    errors: ['bad_request'],
  }),
  upload: endpoint({
    ...access,
    method: 'POST',
    path: `${KNOWLEDGE.sources}/{id}/files`,
    summary: 'Add a file to a source',
    description:
      'PDF, Word, Excel, PowerPoint, HTML, Markdown, CSV, text, mail (.eml), PNG, JPEG, or WebP of at most 50 MB, as `file` of a form. Scanned pages and pictures are read by OCR. A file of the same name in the source is replaced.',
    status: 201,
    params: IdParams,
    consumes: 'multipart/form-data',
    response: KnowledgeDocument,
    errors: ['validation', 'not_found', 'forbidden', 'conflict', 'too_large', 'unsupported_media_type', 'storage_full'],
  }),
  addNote: endpoint({
    ...access,
    method: 'POST',
    path: `${KNOWLEDGE.sources}/{id}/notes`,
    summary: 'Write a note into a source',
    status: 201,
    params: IdParams,
    body: NewNote,
    response: KnowledgeDocument,
    errors: ['validation', 'not_found', 'forbidden', 'conflict'],
  }),
  get: endpoint({
    ...access,
    method: 'GET',
    path: `${KNOWLEDGE.documents}/{id}`,
    summary: 'A document',
    params: IdParams,
    response: KnowledgeDocument.extend({
      /** What a note says, Markdown; blank for all others. */
      text: z.string(),
    }),
    errors: ['not_found'],
  }),
  updateNote: endpoint({
    ...access,
    method: 'PATCH',
    path: `${KNOWLEDGE.documents}/{id}`,
    summary: 'Change a note',
    params: IdParams,
    body: NewNote.extend({ version: z.number().int() }),
    response: KnowledgeDocument,
    errors: ['validation', 'not_found', 'forbidden', 'conflict', 'stale'],
  }),
  remove: endpoint({
    ...access,
    method: 'DELETE',
    path: `${KNOWLEDGE.documents}/{id}`,
    summary: 'Delete a document',
    description: 'Its passages, vectors, and quotations in answers are deleted for good.',
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
  retry: endpoint({
    ...access,
    method: 'POST',
    path: `${KNOWLEDGE.documents}/{id}/retry`,
    summary: 'Read a document again',
    params: IdParams,
    response: KnowledgeDocument,
    errors: ['not_found', 'forbidden'],
  }),
  passages: endpoint({
    ...access,
    method: 'GET',
    path: `${KNOWLEDGE.documents}/{id}/passages`,
    summary: 'Passages of a document, in its order',
    params: IdParams,
    query: z.object({
      ...paging,
      /** Begins a little before this passage. */
      around: Id.optional(),
    }),
    response: pageOf(KnowledgePassage).extend({
      /** The first of the page is not the first of the document. */
      hasEarlier: z.boolean(),
    }),
    errors: ['not_found', 'bad_request'],
  }),
  repeated: endpoint({
    ...access,
    method: 'GET',
    path: '/api/knowledge/repeated-passages',
    summary: 'Passages with the same text in several documents, those in the most first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
    response: z.object({ items: z.array(RepeatedPassage) }),
    errors: ['validation'],
  }),
  file: endpoint({
    ...access,
    method: 'GET',
    path: `${KNOWLEDGE.documents}/{id}/file`,
    summary: 'The file of a document',
    params: IdParams,
    produces: 'application/octet-stream',
    errors: ['not_found'],
  }),
  search: endpoint({
    ...access,
    method: 'GET',
    path: '/api/knowledge/search',
    scope: 'knowledge:read',
    summary: 'Find passages in the knowledge that you may read',
    description: 'By words and by meaning, best first. Small typos are forgiven.',
    query: z.object({
      q: z.string().trim().min(1, 'Enter what to look for.').max(500, 'Use at most 500 characters.'),
      sourceId: Id.optional(),
      /** Only documents that changed since. */
      since: Instant.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    response: z.object({
      items: z.array(FoundPassage),
      /** Words that are in no document, with what was looked for in their place. */
      corrected: z.array(z.object({ from: z.string(), to: z.string() })),
      milliseconds: z.number().int(),
    }),
    errors: ['validation'],
    tool: {
      name: 'search_knowledge',
      description:
        'Searches the documents, web pages, and notes of this workspace that the person may read. Answers about the business come from here.',
      effect: 'read',
      fields: ['q', 'limit'],
    },
  }),
} as const;
