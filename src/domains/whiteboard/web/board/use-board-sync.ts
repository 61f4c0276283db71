/** The board's document for as long as the page shows the board. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { fillPath } from '../../../../kernel/path.ts';
import { ApiError } from '../../../../web/api/error.ts';
import { underWay } from '../../../../web/api/pending-changes.ts';
import { send } from '../../../../web/api/send.ts';
import { whiteboards } from '../../contract.ts';
import { WHITEBOARD_SOCKET } from '../../paths.ts';
import { BoardSync, type SyncStatus, type Wire } from './board-sync.ts';
import { createPendingStore } from './pending-store.ts';

function createSync(board: string, userId: string): BoardSync {
  return new BoardSync(board, {
    open: () =>
      new WebSocket(`${location.origin.replace(/^http/, 'ws')}${WHITEBOARD_SOCKET}?board=${board}`) as unknown as Wire,
    async read() {
      const answer = await send.raw('GET', fillPath(whiteboards.state.path, { id: board }));
      return new Uint8Array(await answer.arrayBuffer());
    },
    isGone: (error) => error instanceof ApiError && (error.status === 404 || error.status === 403),
    store: createPendingStore(userId),
    schedule(run, milliseconds) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
  });
}

/** Asks before the page is closed while changes wait. */
function guardLeaving(sync: BoardSync): () => void {
  let release: (() => void) | undefined;
  const check = () => {
    const waits = sync.status.pending > 0;
    if (waits && !release) void underWay(new Promise<void>((resolve) => (release = resolve)));
    if (!waits) {
      release?.();
      release = undefined;
    }
  };
  const stop = sync.subscribe(check);
  return () => {
    stop();
    release?.();
  };
}

/** @returns undefined until it has started */
export function useBoardSync(board: string, userId: string): BoardSync | undefined {
  const [sync, setSync] = useState<BoardSync>();
  useEffect(() => {
    const started = createSync(board, userId);
    const stopGuard = guardLeaving(started);
    const online = () => started.retryNow();
    const offline = () => started.lose();
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    void started.start();
    setSync(started);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
      stopGuard();
      started.stop();
    };
  }, [board, userId]);
  return sync;
}

export function useSyncStatus(sync: BoardSync): SyncStatus {
  return useSyncExternalStore(sync.subscribe, () => sync.status);
}
