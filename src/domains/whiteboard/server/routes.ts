import { namesOf } from '../../../records/server/collaboration/subjects.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { whiteboards } from '../contract.ts';
import {
  createBoard,
  listBoards,
  purgeBoard,
  readBoard,
  requireBoard,
  restoreBoard,
  saveBoardPeople,
  trashBoard,
  updateBoard,
} from './boards.ts';
import { addComment, listComments, removeComment, resolveComment } from './comments.ts';
import { addImage, copyBoard, sendImage } from './images.ts';
import { sendState } from './stored-state.ts';

export const whiteboardRoutes: BoundRoute[] = [
  route(whiteboards.list, ({ caller, query }) => listBoards(caller, query)),
  route(whiteboards.create, ({ caller, body }) => createBoard(caller, body)),
  route(whiteboards.get, ({ caller, params }) => readBoard(caller, params.id)),
  route(whiteboards.update, ({ caller, params, body }) => updateBoard(caller, params.id, body)),
  route(whiteboards.savePeople, ({ caller, params, body }) => saveBoardPeople(caller, params.id, body.people)),
  route(whiteboards.copy, ({ caller, params }) => copyBoard(caller, params.id)),
  route(whiteboards.remove, ({ caller, params }) => trashBoard(caller, params.id)),
  route(whiteboards.restore, ({ caller, params }) => restoreBoard(caller, params.id)),
  route(whiteboards.purge, ({ caller, params }) => purgeBoard(caller, params.id)),
  route(whiteboards.state, async ({ params, request, reply }) => {
    await requireBoard(params.id);
    return sendState(request, reply, params.id);
  }),
  route(whiteboards.recordNames, async ({ query }) => ({
    items: [...(await namesOf(query.ids.split(',')))].map(([id, name]) => ({ id, name })),
  })),
  route(whiteboards.comments, async ({ caller, params }) => ({ items: await listComments(caller, params.id) })),
  route(whiteboards.addComment, ({ caller, params, body }) => addComment(caller, params.id, body)),
  route(whiteboards.resolveComment, ({ params, body }) => resolveComment(params.id, params.commentId, body.resolved)),
  route(whiteboards.removeComment, ({ caller, params }) => removeComment(caller, params.id, params.commentId)),
  route(whiteboards.addImage, ({ params, request }) => addImage(params.id, params.imageId, request)),
  route(whiteboards.image, ({ params, reply }) => sendImage(params.id, params.imageId, reply)),
];
