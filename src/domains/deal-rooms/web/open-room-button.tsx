import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Handshake from 'lucide-react/icons/handshake';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { useGo } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import type { Opportunity } from '../../crm/contract/opportunities.ts';
import { dealRooms } from '../contract.ts';

/** Opens the room of an opportunity, and makes it the first time. */
export default function OpenRoomButton({ opportunity }: { opportunity: Opportunity }) {
  const client = useQueryClient();
  const go = useGo();
  const [opening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    try {
      const room = await call(dealRooms.open, { body: { opportunityId: opportunity.id } });
      client.setQueryData(readKey(dealRooms.get, { params: { id: room.id } }), room);
      await go('/high-ticket-sales-crm', { search: { room: room.id } });
    } catch (error) {
      toast({ type: 'error', title: 'Room not opened', description: messageFor(error, 'Try again.') });
      setOpening(false);
    }
  };
  return (
    <Button icon={<Handshake />} disabled={opening} onClick={() => void open()}>
      Deal room
    </Button>
  );
}
