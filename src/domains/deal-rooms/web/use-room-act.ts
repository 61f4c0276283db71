import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { readKey } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { type DealRoom, dealRooms } from '../contract.ts';
import { DEAL_ROOMS } from '../paths.ts';

export type KeepRoom = (room: DealRoom) => Promise<void>;

/** Shows the room that an act returned, in the room and in the list. */
export function useKeepRoom(): KeepRoom {
  const client = useQueryClient();
  return useCallback(
    async (room) => {
      client.setQueryData(readKey(dealRooms.get, { params: { id: room.id } }), room);
      await client.invalidateQueries({ queryKey: [DEAL_ROOMS.rooms] });
    },
    [client],
  );
}

/** Does something to a room, and says why where it fails. @returns whether it was done */
export function useRoomAct(): (act: () => Promise<DealRoom>, failure: string) => Promise<boolean> {
  const keep = useKeepRoom();
  const client = useQueryClient();
  return useCallback(
    async (act, failure) => {
      try {
        await keep(await act());
        return true;
      } catch (error) {
        toast({ type: 'error', title: failure, description: messageFor(error, 'Try again.') });
        await client.invalidateQueries({ queryKey: [DEAL_ROOMS.rooms] });
        return false;
      }
    },
    [client, keep],
  );
}
