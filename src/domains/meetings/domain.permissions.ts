/** Who may make the calls, and the tables behind the ids in their addresses. Read by `src/attacks` only. */
import { MEMBERS, rows } from '../../attacks/permissions/rows.ts';

export const permissions = rows(
  MEMBERS,
  `
  GET,POST /api/meetings
  GET /api/meetings/team
  GET,POST /api/meetings/recordings
  DELETE /api/meetings/recordings/{id}
  POST /api/meetings/uploads
  GET /api/meetings/uploads/{id}
  POST /api/meetings/uploads/{id}/parts
  POST /api/meetings/uploads/{id}/finish
  POST /api/meetings/recordings/{id}/cancel
  POST /api/meetings/recordings/{id}/retry
  GET,PUT,DELETE /api/meetings/{id}
  GET /api/meetings/{id}/recording
  GET /api/meetings/{id}/captions
  GET /api/meetings/{id}/transcript
  PUT /api/meetings/{id}/speakers
  POST /api/meetings/{id}/summary
  POST /api/meetings/{id}/items
  POST /api/meetings/{id}/items/{itemId}/accept
  PUT /api/meetings/{id}/items/{itemId}/dismissal
  POST /api/meetings/{id}/shares
  DELETE /api/meetings/{id}/shares/{shareId}
`,
);

/** By the address up to and including the parameter. */
export const tables = {
  '/api/meetings/recordings/{id}': 'meeting_recordings',
  '/api/meetings/uploads/{id}': 'meeting_recordings',
  '/api/meetings/{id}': 'meetings',
  '/api/meetings/{id}/items/{itemId}': 'meeting_items',
  '/api/meetings/{id}/shares/{shareId}': 'meeting_shares',
};
