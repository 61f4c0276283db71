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
  /** The sentences that come nearest to what was asked. */
  quote: z.string(),
  /** The whole passage, Markdown. */
  text: z.string(),
});
export type ManualPassage = z.infer<typeof ManualPassage>;

const Question = z.string().trim().min(1).max(300);
const Place = z.string().startsWith('/').max(300);

export const manual = {
  pages: endpoint({
    method: 'GET',
    path: '/api/manual',
    tag: 'Manual',
    access: 'user',
    summary: 'The pages of the manual',
    response: z.object({ items: z.array(ManualPage) }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/manual/search',
    tag: 'Manual',
    access: 'user',
    scope: 'manual:read',
    summary: 'Find passages of the manual',
    description: 'Full text, best first; typos are forgiven.',
    query: z.object({ q: Question }),
    response: z.object({ items: z.array(ManualPassage) }),
    tool: { name: 'search_manual', description: 'Searches the manual of the product.', effect: 'read' },
  }),
  answer: endpoint({
    method: 'GET',
    path: '/api/manual/answer',
    tag: 'Manual',
    access: 'user',
    summary: 'Answer a question from the manual',
    description:
      'At most three passages that speak of most of what was asked for, best first; none when the manual does not know.',
    query: z.object({
      q: Question,
      /** Path of the page that the person is on; its passages come first among equals. */
      place: Place.optional(),
    }),
    response: z.object({ items: z.array(ManualPassage) }),
  }),
  topics: endpoint({
    method: 'GET',
    path: '/api/manual/topics',
    tag: 'Manual',
    access: 'user',
    summary: 'What the manual says about a page of the product',
    description: 'At most six passages; those of its beginning when it says nothing about the page.',
    query: z.object({ place: Place }),
    response: z.object({
      /** Whether they are about that page. */
      about: z.boolean(),
      items: z.array(ManualPassage),
    }),
  }),
} as const;
