/** Whiteboards: boards that several people draw on at once. */
import * as z from 'zod';
import { endpoint, Id, IdParams, Instant, pageOf } from '../../kernel/endpoint.ts';
import { TEMPLATE_IDS } from './contract/template-names.ts';
import { WHITEBOARD_RECORDS, WHITEBOARDS } from './paths.ts';

/** Days that a board stays in the trash. */
export const TRASH_DAYS = 30;
/** Comments of one board, replies included. */
export const MAX_COMMENTS = 500;
/** Records whose names are read at once. */
export const MAX_NAMES = 100;
/** Bytes of one image. */
export const MAX_IMAGE = 10_000_000;
export const MAX_IMAGES = 300;
export const MAX_PEOPLE = 50;

export const BoardAccess = z.enum(['edit', 'view', 'none']);
export type BoardAccess = z.infer<typeof BoardAccess>;
/** The signed-in person's role on the canvas; the owner of the board may also edit. */
export const BoardRole = z.enum(['owner', 'edit', 'view']);
export type BoardRole = z.infer<typeof BoardRole>;

const Person = z.object({ id: Id, name: z.string() });

export const BoardRow = z.object({
  id: Id,
  version: z.number().int(),
  title: z.string(),
  access: BoardAccess,
  role: BoardRole,
  /** Whether you may rename, share, and delete it: its owner, and managers of the workspace. */
  mayManage: z.boolean(),
  owner: Person.nullable(),
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
});
export type BoardRow = z.infer<typeof BoardRow>;

export const Board = BoardRow.extend({ people: z.array(Person.extend({ role: z.enum(['edit', 'view']) })) });
export type Board = z.infer<typeof Board>;

export const BoardComment = z.object({
  id: Id,
  /** The comment that it answers; null for the first of a thread. */
  threadId: Id.nullable(),
  x: z.number(),
  y: z.number(),
  body: z.string(),
  author: Person.nullable(),
  createdAt: Instant,
  resolved: z.boolean(),
  /** Whether you may delete it: your own, and all on boards that you manage. */
  mayDelete: z.boolean(),
});
export type BoardComment = z.infer<typeof BoardComment>;

const Coordinate = z.number().min(-1e9).max(1e9);
const CommentBody = z.string().trim().min(1, 'Write a comment.').max(2_000, 'Use at most 2,000 characters.');
export const NewComment = z.union([
  z.strictObject({ body: CommentBody, x: Coordinate, y: Coordinate }),
  z.strictObject({ body: CommentBody, threadId: Id }),
]);
export type NewComment = z.infer<typeof NewComment>;

const Title = z.string().trim().min(1, 'Title is required.').max(200, 'Use at most 200 characters.');
export const NewBoard = z.strictObject({ title: Title, template: z.enum(TEMPLATE_IDS).default('blank') });
export const BoardUpdate = z.strictObject({
  version: z.number().int(),
  title: Title.optional(),
  access: BoardAccess.optional(),
});
export const BoardPeople = z.strictObject({
  people: z
    .array(z.strictObject({ userId: Id, role: z.enum(['edit', 'view']) }))
    .max(MAX_PEOPLE, `Add up to ${MAX_PEOPLE} people.`),
});

const of = { tag: 'Whiteboards', access: 'user' } as const;
const BOARD = `${WHITEBOARDS}/{id}` as const;
const CommentParams = z.object({ id: Id, commentId: Id });
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const IDS = new RegExp(`^${UUID}(?:,${UUID}){0,${MAX_NAMES - 1}}$`);
const ImageParams = z.object({
  id: Id,
  imageId: z.string().regex(/^[\w-]{1,100}$/, 'This is not the id of an image.'),
});

export const whiteboards = {
  list: endpoint({
    ...of,
    method: 'GET',
    path: WHITEBOARDS,
    summary: 'Boards that you can open, last changed first',
    query: z.object({
      search: z.string().trim().max(200).optional(),
      trash: z.enum(['true', 'false']).default('false'),
      cursor: z.string().max(500).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(24),
    }),
    response: pageOf(BoardRow),
    errors: ['validation', 'bad_request'],
  }),
  create: endpoint({
    ...of,
    method: 'POST',
    path: WHITEBOARDS,
    summary: 'Create a board, empty or from a template',
    status: 201,
    body: NewBoard,
    response: Board,
    errors: ['validation'],
  }),
  get: endpoint({
    ...of,
    method: 'GET',
    path: BOARD,
    summary: 'A board and who works on it',
    params: IdParams,
    response: Board,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...of,
    method: 'PATCH',
    path: BOARD,
    summary: 'Rename a board, or change what everyone may do with it',
    description: 'For the owner of the board and for managers of the workspace.',
    params: IdParams,
    body: BoardUpdate,
    response: Board,
    errors: ['validation', 'not_found', 'forbidden', 'stale'],
  }),
  savePeople: endpoint({
    ...of,
    method: 'PUT',
    path: `${BOARD}/people`,
    summary: 'Set who may do more with a board than everyone',
    description: 'For the owner of the board and for managers of the workspace.',
    params: IdParams,
    body: BoardPeople,
    response: Board,
    errors: ['validation', 'not_found', 'forbidden'],
  }),
  copy: endpoint({
    ...of,
    method: 'POST',
    path: `${BOARD}/copy`,
    summary: 'Copy a board with all that is on it',
    status: 201,
    params: IdParams,
    response: Board,
    errors: ['not_found', 'storage_full'],
  }),
  remove: endpoint({
    ...of,
    method: 'DELETE',
    path: BOARD,
    summary: 'Move a board to the trash',
    description: `It can be restored for ${TRASH_DAYS} days. For the owner of the board and for managers of the workspace.`,
    params: IdParams,
    errors: ['not_found', 'forbidden'],
  }),
  restore: endpoint({
    ...of,
    method: 'POST',
    path: `${BOARD}/restore`,
    summary: 'Restore a board from the trash',
    params: IdParams,
    response: Board,
    errors: ['not_found', 'forbidden'],
  }),
  purge: endpoint({
    ...of,
    method: 'DELETE',
    path: `${BOARD}/permanently`,
    summary: 'Delete a board in the trash permanently',
    params: IdParams,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  state: endpoint({
    ...of,
    method: 'GET',
    path: `${BOARD}/state`,
    summary: 'What is drawn on a board, as updates of a Yjs document',
    description:
      'Each update is preceded by its length in bytes as a 32-bit big-endian number. Applied in any order, they make the document, whose map `elements` holds Excalidraw elements by id.',
    params: IdParams,
    produces: 'application/octet-stream',
    errors: ['not_found'],
  }),
  recordNames: endpoint({
    ...of,
    method: 'GET',
    path: WHITEBOARD_RECORDS,
    summary: 'Names of the records that cards on a board are for',
    description: 'Records that are deleted, or not yours to see, are left out.',
    query: z.object({
      /** Separated by commas. */
      ids: z.string().regex(IDS, `Use up to ${MAX_NAMES} ids, separated by commas.`),
    }),
    response: z.object({ items: z.array(Person) }),
    errors: ['validation'],
  }),
  comments: endpoint({
    ...of,
    method: 'GET',
    path: `${BOARD}/comments`,
    summary: 'Comments on a board, oldest first',
    params: IdParams,
    response: z.object({ items: z.array(BoardComment) }),
    errors: ['not_found'],
  }),
  addComment: endpoint({
    ...of,
    method: 'POST',
    path: `${BOARD}/comments`,
    summary: 'Comment on a place of a board, or reply',
    description: 'Everyone who can open the board can comment. A reply reopens a resolved thread.',
    status: 201,
    params: IdParams,
    body: NewComment,
    response: BoardComment,
    errors: ['validation', 'not_found', 'conflict'],
  }),
  resolveComment: endpoint({
    ...of,
    method: 'PUT',
    path: `${BOARD}/comments/{commentId}/resolution`,
    summary: 'Resolve a thread, or open it again',
    params: CommentParams,
    body: z.strictObject({ resolved: z.boolean() }),
    errors: ['validation', 'not_found'],
  }),
  removeComment: endpoint({
    ...of,
    method: 'DELETE',
    path: `${BOARD}/comments/{commentId}`,
    summary: 'Delete a comment; the first of a thread with its replies',
    params: CommentParams,
    errors: ['not_found', 'forbidden'],
  }),
  addImage: endpoint({
    ...of,
    method: 'PUT',
    path: `${BOARD}/images/{imageId}`,
    summary: 'Store an image of a board',
    description: 'PNG, JPEG, GIF, WebP, AVIF, or SVG of at most 10 MB. An image that is there already stays.',
    params: ImageParams,
    consumes: 'multipart/form-data',
    response: z.object({ id: z.string(), type: z.string(), size: z.number().int() }),
    errors: ['validation', 'not_found', 'forbidden', 'conflict', 'too_large', 'storage_full'],
  }),
  image: endpoint({
    ...of,
    method: 'GET',
    path: `${BOARD}/images/{imageId}`,
    summary: 'Download an image of a board',
    params: ImageParams,
    produces: 'application/octet-stream',
    errors: ['not_found'],
  }),
} as const;
