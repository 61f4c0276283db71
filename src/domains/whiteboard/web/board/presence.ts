/** People on the board and their pointers. */
import { CaptureUpdateAction } from '@excalidraw/excalidraw';
import type { Collaborator, ExcalidrawImperativeAPI, SocketId } from '@excalidraw/excalidraw/types';
import type { Cursor } from '../../engine/messages.ts';
import type { BoardSync } from './board-sync.ts';
import { colorOf } from './person-color.ts';

/** Milliseconds between two positions of the pointer that others see. */
const CURSOR_EVERY = 60;

function collaboratorsOf({ status }: BoardSync, cursors: ReadonlyMap<string, Cursor>): Map<SocketId, Collaborator> {
  const others = status.people.filter(({ connection }) => connection !== status.connection);
  return new Map(
    others.map(({ connection, userId, name }): [SocketId, Collaborator] => {
      const cursor = cursors.get(connection);
      return [
        connection as SocketId,
        {
          id: userId,
          username: name,
          color: colorOf(connection),
          ...(cursor && {
            pointer: { x: cursor.x, y: cursor.y, tool: cursor.tool },
            button: cursor.pressed ? 'down' : 'up',
            selectedElementIds: Object.fromEntries(cursor.selected.map((id) => [id, true] as const)),
          }),
        },
      ];
    }),
  );
}

/** Shows the others on the canvas, with the next frame. @returns a function that stops it */
export function showCollaborators(sync: BoardSync, api: ExcalidrawImperativeAPI): () => void {
  const cursors = new Map<string, Cursor>();
  let shown = sync.status.people;
  let frame: number | undefined;
  const show = () => {
    frame ??= window.requestAnimationFrame(() => {
      frame = undefined;
      api.updateScene({ collaborators: collaboratorsOf(sync, cursors), captureUpdate: CaptureUpdateAction.NEVER });
    });
  };
  const stops = [
    sync.subscribe(() => {
      if (sync.status.people === shown) return;
      shown = sync.status.people;
      show();
    }),
    sync.onCursors((moved) => {
      for (const cursor of moved) cursors.set(cursor.connection, cursor);
      show();
    }),
  ];
  show();
  return () => {
    for (const stop of stops) stop();
    if (frame !== undefined) window.cancelAnimationFrame(frame);
  };
}

interface PointerUpdate {
  pointer: Pick<Cursor, 'x' | 'y' | 'tool'>;
  button: 'down' | 'up';
}

/** Sends the own pointer's position: immediately, and once more where it stops. */
export function pointerTeller(sync: BoardSync, api: ExcalidrawImperativeAPI): (update: PointerUpdate) => void {
  let timer: number | undefined;
  let latest: Omit<Cursor, 'connection'> | undefined;
  const tell = () => {
    timer = undefined;
    if (!latest) return;
    sync.moveCursor(latest);
    latest = undefined;
    timer = window.setTimeout(tell, CURSOR_EVERY);
  };
  return ({ pointer: { x, y, tool }, button }) => {
    const selected = Object.keys(api.getAppState().selectedElementIds).slice(0, 50);
    latest = { x, y, tool, pressed: button === 'down', selected };
    if (timer === undefined) tell();
  };
}
