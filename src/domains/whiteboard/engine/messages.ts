/** Messages between browsers and server on a board's socket. Updates are in Base64. */
import * as z from 'zod';
import type { BoardRole } from '../contract.ts';
import { MAX_UPDATE } from './check-update.ts';

const Coordinate = z.number().min(-1e9).max(1e9);

/** Messages from a browser. */
export const BoardRequest = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('update'),
    /** Comes back in the receipt. */
    number: z.number().int().min(0),
    data: z.base64().max(Math.ceil(MAX_UPDATE / 3) * 4),
  }),
  z.strictObject({
    type: z.literal('cursor'),
    x: Coordinate,
    y: Coordinate,
    tool: z.enum(['pointer', 'laser']),
    pressed: z.boolean(),
    selected: z.array(z.string().max(100)).max(50),
  }),
]);
export type BoardRequest = z.infer<typeof BoardRequest>;
export type CursorRequest = Extract<BoardRequest, { type: 'cursor' }>;

/** Someone who has the board open; the same person twice when they have it open twice. */
export interface Present {
  connection: string;
  userId: string;
  name: string;
}

/** Where someone's pointer is, in the board's own coordinates. */
export type Cursor = Omit<CursorRequest, 'type'> & { connection: string };

/** Messages from the server. */
export type BoardMessage =
  /** First: who this is. What is drawn is read by HTTP from then on, so that nothing falls in between. */
  | { type: 'welcome'; connection: string; role: BoardRole }
  | { type: 'role'; role: BoardRole }
  | { type: 'people'; people: Present[] }
  | { type: 'update'; data: string }
  | { type: 'cursors'; cursors: Cursor[] }
  /** The update is stored. */
  | { type: 'receipt'; number: number }
  /** The update was not taken, and sending it again changes nothing. */
  | { type: 'refused'; number: number; message: string }
  /** Updates may have been missed: read the board again. */
  | { type: 'reload' }
  /** The board is in the trash, or no longer shared with this person. */
  | { type: 'gone' };
