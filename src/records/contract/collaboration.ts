/** Working together on records: comments with mentions, watching, favorites. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { RichTextBody, richTextInput } from '../../kernel/rich-text-schema.ts';
import { RECORD_PATHS } from '../paths.ts';
import { Ref, text, Version } from './field-values.ts';
import { KINDS, RECORD_KINDS, type RecordKind } from './kinds.ts';

/** Reactions to a comment. */
export const REACTIONS = ['like', 'love', 'celebrate', 'laugh', 'look', 'done'] as const;
const Reaction = z.enum(REACTIONS);
export type Reaction = z.infer<typeof Reaction>;

export const Comment = z.object({
  id: Id,
  version: z.number().int(),
  /** Blank where it was deleted and stands only because others answered it. */
  text: z.string(),
  /** The text with formatting; null where it was written without any, or deleted. */
  body: RichTextBody.nullable(),
  /** The people named in the text as `@Name`. */
  mentions: z.array(Ref),
  author: Ref.nullable(),
  createdAt: Instant,
  editedAt: Instant.nullable(),
  deleted: z.boolean(),
  reactions: z.array(z.object({ reaction: z.string(), people: z.array(Ref) })),
});
export type Comment = z.infer<typeof Comment>;

/** A comment and what was answered to it, the oldest answer first. */
export const CommentThread = Comment.extend({
  resolvedAt: Instant.nullable(),
  resolvedBy: Ref.nullable(),
  replies: z.array(Comment),
});
export type CommentThread = z.infer<typeof CommentThread>;

/** Answers that one thread may have. */
export const MAX_REPLIES = 200;

/** A note or comment: formatted, or as plain text. If both are sent, the text is derived from the body. */
export const saidFields = (longest: number) => ({
  text: text(longest).min(1, 'Enter some text.').optional(),
  body: richTextInput(longest).optional(),
});
export const saysSomething = ({ text: plain, body }: { text?: string | undefined; body?: unknown }): boolean =>
  plain !== undefined || body !== undefined;
export const SAYS_NOTHING = { path: ['text'], message: 'Enter some text.' };
export const SAID_HOW =
  'Send `text`, or `body` with formatting: `text` is then made from it. `text` alone removes the formatting.';

export const LONGEST_COMMENT = 10_000;
const commentFields = saidFields(LONGEST_COMMENT);
/**
 * Whom the text means, where a name alone does not say: `@Kim Lee` with two people of that name. Everyone else whose
 * name stands behind an @ is found by it.
 */
export const MentionIds = z.array(Id).max(50).optional();
export const NewComment = z
  .strictObject({ ...commentFields, parentId: Id.optional(), mentions: MentionIds })
  .refine(saysSomething, SAYS_NOTHING);
export const CommentUpdate = z
  .strictObject({ ...commentFields, mentions: MentionIds, version: Version })
  .refine(saysSomething, SAYS_NOTHING);

export const WatchState = z.object({
  watching: z.boolean(),
  /** Why the caller is told: they own it, asked for it, were mentioned or commented; null when they are not. */
  reason: z.enum(['owner', 'chosen', 'mentioned', 'commented']).nullable(),
  /** Everyone who is told of its changes. */
  watchers: z.array(Ref),
});
export type WatchState = z.infer<typeof WatchState>;

/** Records that a person watches automatically. */
export const WatchSettings = z.object({ own: z.boolean(), mentioned: z.boolean(), commented: z.boolean() });
export type WatchSettings = z.infer<typeof WatchSettings>;

export const FavouriteKind = z.enum([...RECORD_KINDS, 'view', 'page']);
export type FavouriteKind = z.infer<typeof FavouriteKind>;

export const Favourite = z.object({
  /** Of the record or the view; a page's is made from its path. */
  id: Id,
  kind: FavouriteKind,
  name: z.string(),
  /** Of a view: whose list it is. */
  object: z.enum(RECORD_KINDS).nullable(),
  /** Where it opens. */
  path: z.string(),
});
export type Favourite = z.infer<typeof Favourite>;

/** An address of this site: not of another host, and without anything that a browser would run. */
const PagePath = z
  .string()
  .max(300)
  .regex(/^\/(?!\/)[\w\-./?=&%,:+]*$/, 'Use a path of this site, such as /contacts.');

export const NewFavourite = z.union([
  z.strictObject({ kind: z.enum([...RECORD_KINDS, 'view']), id: Id, before: Id.nullable().optional() }),
  z.strictObject({
    kind: z.literal('page'),
    path: PagePath,
    name: text(120).min(1, 'Name the page.'),
    before: Id.nullable().optional(),
  }),
]);
export type NewFavourite = z.infer<typeof NewFavourite>;

/** Favourites that one person may have in a workspace. */
export const MAX_FAVOURITES = 100;

const PageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
const CommentParams = z.object({ id: Id, commentId: Id });

/** Comments on, and watchers of, a kind of record, under its own path. */
function collaborationCalls(kind: RecordKind) {
  const { path, one, title, scope } = KINDS[kind];
  const read = { tag: title, access: 'user', scope: `${scope}:read` } as const;
  const write = { tag: title, access: 'user', scope: `${scope}:write` } as const;
  const own = { tag: title, access: 'user' } as const;
  return {
    comments: {
      list: endpoint({
        ...read,
        method: 'GET',
        path: `${path}/{id}/comments`,
        summary: `Comments on one ${one}, the newest thread first`,
        params: IdParams,
        query: PageQuery,
        response: pageOf(CommentThread),
        errors: ['not_found', 'bad_request'],
      }),
      create: endpoint({
        ...write,
        method: 'POST',
        path: `${path}/{id}/comments`,
        summary: 'Create a comment or reply',
        status: 201,
        description: `Teammates mentioned as \`@Name\` are notified. Replies to replies stay in the same thread. ${SAID_HOW}`,
        params: IdParams,
        body: NewComment,
        response: Comment,
        errors: ['validation', 'not_found', 'conflict'],
      }),
      update: endpoint({
        ...write,
        method: 'PUT',
        path: `${path}/{id}/comments/{commentId}`,
        summary: 'Update your comment',
        description: `Needs the version that was read. ${SAID_HOW}`,
        params: CommentParams,
        body: CommentUpdate,
        response: Comment,
        errors: ['validation', 'forbidden', 'not_found', 'stale'],
      }),
      remove: endpoint({
        ...write,
        method: 'DELETE',
        path: `${path}/{id}/comments/{commentId}`,
        summary: 'Delete a comment of your own; administrators any',
        params: CommentParams,
        errors: ['forbidden', 'not_found'],
      }),
      restore: endpoint({
        ...write,
        method: 'POST',
        path: `${path}/{id}/comments/{commentId}/restore`,
        summary: 'Undo the deletion of a comment',
        params: CommentParams,
        response: Comment,
        errors: ['forbidden', 'not_found'],
      }),
      resolve: endpoint({
        ...write,
        method: 'PUT',
        path: `${path}/{id}/comments/{commentId}/resolution`,
        summary: 'Resolve or reopen a thread',
        params: CommentParams,
        body: z.strictObject({ resolved: z.boolean() }),
        errors: ['validation', 'not_found'],
      }),
      react: endpoint({
        ...write,
        method: 'PUT',
        path: `${path}/{id}/comments/{commentId}/reaction`,
        summary: 'React to a comment, or take the reaction back',
        params: CommentParams,
        body: z.strictObject({ reaction: Reaction, on: z.boolean() }),
        errors: ['validation', 'not_found'],
      }),
    },
    watch: {
      get: endpoint({
        ...own,
        method: 'GET',
        path: `${path}/{id}/watch`,
        summary: `Whether you watch one ${one}, and who else does`,
        params: IdParams,
        response: WatchState,
        errors: ['not_found'],
      }),
      set: endpoint({
        ...own,
        method: 'PUT',
        path: `${path}/{id}/watch`,
        summary: `Watch one ${one}, or stop watching it`,
        params: IdParams,
        body: z.strictObject({ watching: z.boolean() }),
        response: WatchState,
        errors: ['validation', 'not_found'],
      }),
    },
  } as const;
}
export type CollaborationCalls = ReturnType<typeof collaborationCalls>;

/** The calls of every kind, by its name. */
export const COLLABORATION = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, collaborationCalls(kind)])) as Record<
  RecordKind,
  CollaborationCalls
>;

/** A note or a comment that a search found. */
export const Said = z.object({
  id: Id,
  what: z.enum(['note', 'comment']),
  kind: z.enum(RECORD_KINDS),
  /** The record it is about. */
  record: Ref,
  /** The part of its text around the words, in one line. */
  text: z.string(),
  author: Ref.nullable(),
  at: Instant,
  /** Not everyone may read it. */
  private: z.boolean(),
});
export type Said = z.infer<typeof Said>;

export const said = {
  search: endpoint({
    tag: 'Notes',
    access: 'user',
    method: 'GET',
    path: RECORD_PATHS.notesAndComments,
    summary: 'Notes and comments by their words, the latest first',
    description: 'Only what you may read, about records that you see. The first 2,000 characters of each are searched.',
    query: z.object({
      search: z.string().trim().min(1, 'Enter a search term.').max(200),
      limit: z.coerce.number().int().min(1).max(20).default(6),
    }),
    response: z.object({ items: z.array(Said) }),
    errors: ['validation'],
  }),
} as const;

const mine = { tag: 'Favorites', access: 'user' } as const;

export const favourites = {
  list: endpoint({
    ...mine,
    method: 'GET',
    path: RECORD_PATHS.favorites,
    summary: 'List your favorites in order',
    description: 'Those whose record is in the trash are left out until it is back.',
    response: z.object({ items: z.array(Favourite) }),
  }),
  add: endpoint({
    ...mine,
    method: 'POST',
    path: RECORD_PATHS.favorites,
    summary: 'Add a record or saved view to favorites',
    status: 201,
    description: 'At its end, or before another one. One that is there already stays as it is.',
    body: NewFavourite,
    response: z.object({ items: z.array(Favourite) }),
    errors: ['validation', 'not_found', 'conflict'],
  }),
  remove: endpoint({
    ...mine,
    method: 'DELETE',
    path: `${RECORD_PATHS.favorites}/{id}`,
    summary: 'Remove from favorites',
    params: IdParams,
    errors: ['not_found'],
  }),
  order: endpoint({
    ...mine,
    method: 'PUT',
    path: RECORD_PATHS.favorites,
    summary: 'Reorder your favorites',
    description: 'Those that are not named come after the others.',
    body: z.strictObject({ ids: z.array(Id).max(MAX_FAVOURITES) }),
    response: z.object({ items: z.array(Favourite) }),
    errors: ['validation'],
  }),
} as const;

export const watchSettings = {
  get: endpoint({
    tag: 'Settings',
    access: 'user',
    method: 'GET',
    path: '/api/watch-settings',
    summary: 'Which records you watch without asking for it',
    response: WatchSettings,
  }),
  update: endpoint({
    tag: 'Settings',
    access: 'user',
    method: 'PUT',
    path: '/api/watch-settings',
    summary: 'Choose which records you watch without asking for it',
    body: z.strictObject({ own: z.boolean(), mentioned: z.boolean(), commented: z.boolean() }),
    response: WatchSettings,
    errors: ['validation'],
  }),
} as const;
