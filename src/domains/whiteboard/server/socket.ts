/** `WS /ws/whiteboard?board`: drawing together. Who may change the board is asked when it opens and whenever it changes. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import { query } from '../../../server/db/index.ts';
import { type Connection, type Conversation, socket } from '../../../server/realtime/sockets.ts';
import type { BoardRole } from '../contract.ts';
import { checkUpdate, MAX_UPDATE } from '../engine/check-update.ts';
import { type BoardMessage, BoardRequest } from '../engine/messages.ts';
import { WHITEBOARD_SOCKET, WHITEBOARDS } from '../paths.ts';
import { roleOn } from './boards.ts';
import { leaveRoom, roomOf } from './room.ts';

const Query = z.object({ board: z.uuid() });

export const whiteboardSockets = [
  socket({
    path: WHITEBOARD_SOCKET,
    query: Query,
    // Cursors come twenty times a second, updates at most as often.
    limits: { bytes: Math.ceil(MAX_UPDATE / 3) * 4 + 1_000, messages: 500 },
    admit: () => undefined,
    open: (connection, { board }) => converse(connection, board),
  }),
];

async function nameOf(userId: string): Promise<string> {
  const [row] = await query<{ name: string }>('select name from workspace_people where id = $1', [userId]);
  // An administrator who visits the workspace is not of its people.
  return row?.name ?? 'Visitor';
}

async function converse(connection: Connection, boardId: string): Promise<Conversation> {
  const { userId } = connection.caller;
  const id = randomUUID();
  const send = (message: BoardMessage) => connection.send(message);
  let role: BoardRole | undefined = await roleOn(boardId, userId);
  const refuse = () => {
    role = undefined;
    send({ type: 'gone' });
    connection.close();
  };
  if (!role) {
    refuse();
    return { received: () => Promise.resolve(), changed: () => Promise.resolve() };
  }
  const room = roomOf(boardId);
  send({ type: 'welcome', connection: id, role });
  room.join({ connection: id, userId, name: await nameOf(userId), send });

  const add = async (number: number, data: string): Promise<void> => {
    const bytes = Buffer.from(data, 'base64');
    const problem = role === 'view' ? 'You can view this board but not change it.' : checkUpdate(bytes);
    if (problem) return send({ type: 'refused', number, message: problem });
    try {
      await room.write(bytes, id);
      send({ type: 'receipt', number });
    } catch (error) {
      // Anything else is a fault of ours: no receipt, and the browser sends it again.
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'not_found') return refuse();
      send({ type: 'refused', number, message: error.message });
    }
  };

  return {
    async received(message) {
      const request = BoardRequest.safeParse(message);
      if (!request.success || !role) return connection.close();
      if (request.data.type === 'update') return add(request.data.number, request.data.data);
      const { type: _type, ...cursor } = request.data;
      room.moveCursor({ ...cursor, connection: id });
    },
    async changed(paths) {
      if (!paths.some((path) => path === '*' || path === WHITEBOARDS)) return;
      const now = await roleOn(boardId, userId);
      if (!now) return refuse();
      if (now !== role) send({ type: 'role', role: now });
      role = now;
    },
    closed: () => leaveRoom(room, id),
  };
}
