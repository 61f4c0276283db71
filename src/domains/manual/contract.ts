/** The product's manual: pages of `docs/manual`, and their full-text search. */
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';

export const ManualPage = z.object({
  /** File name without its number and ending; part of the page's address. */
  slug: z.string(),
  title: z.string(),
  /** Markdown (GitHub flavour), without the title. */
  text: z.string(),
});
export type ManualPage = z.infer<typeof ManualPage>;

export const ManualPassage = z.object({
  slug: z.string(),
  page: z.string(),
  /** Heading of the section, and its anchor on the page; empty for the page's beginning. */
  heading: z.string(),
  anchor: z.string(),
  /** The first words of the section. */
  excerpt: z.string(),
});
export type ManualPassage = z.infer<typeof ManualPassage>;

export const manual = {
  pages: endpoint({ method: 'GET', path: '/api/manual', tag: 'Manual', access: 'user', summary: 'The pages of the manual', response: z.object({ items: z.array(ManualPage) }) }),
  search: endpoint({
    method: 'GET', path: '/api/manual/search', tag: 'Manual', access: 'user', summary: 'Find passages of the manual',
    description: 'Full text, best first; typos are forgiven.',
    query: z.object({ q: z.string().trim().min(1).max(200) }), response: z.object({ items: z.array(ManualPassage) }),
  }),
} as const;
