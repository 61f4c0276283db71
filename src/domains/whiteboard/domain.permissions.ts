/** Permissions of the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = rows(
  MEMBERS,
  `
  GET,POST /api/whiteboards
  GET,PATCH,DELETE /api/whiteboards/{id}
  PUT /api/whiteboards/{id}/people
  POST /api/whiteboards/{id}/copy
  POST /api/whiteboards/{id}/restore
  DELETE /api/whiteboards/{id}/permanently
  GET /api/whiteboards/{id}/state
  GET,PUT /api/whiteboards/{id}/images/{imageId}
  GET /api/whiteboard-records
  GET,POST /api/whiteboards/{id}/comments
  PUT /api/whiteboards/{id}/comments/{commentId}/resolution
  DELETE /api/whiteboards/{id}/comments/{commentId}
`,
);

/** By the address up to and including the parameter. */
export const tables = {
  '/api/whiteboards/{id}': 'whiteboards',
  '/api/whiteboards/{id}/images/{imageId}': 'whiteboard_images',
  '/api/whiteboards/{id}/comments/{commentId}': 'whiteboard_comments',
};
