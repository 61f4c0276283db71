import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Headset from 'lucide-react/icons/headset';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import { Composer } from '../../../web/form/composer.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { MAX_SPEECH, phone, type PhoneCall } from '../contract.ts';

/** While a call goes on: a teammate takes it, types what the caller hears, and gives it back or ends it. */
export function TakeCall({ data }: { data: PhoneCall }) {
  const client = useQueryClient();
  const user = useSessionUser();
  const [failure, setFailure] = useState('');
  const params = { id: data.id };
  const act = async (work: () => Promise<PhoneCall>) => {
    setFailure('');
    try {
      client.setQueryData(read(phone.call, { params }).queryKey, await work());
    } catch (error) {
      setFailure(messageFor(error, 'This did not reach the call. Try again.'));
      throw error;
    }
  };
  const quietly = (work: () => Promise<PhoneCall>) => void act(work).catch(() => undefined);
  return (
    <section aria-label="Live call" className="grid gap-3 rounded-lg border border-line bg-raised p-4">
      {failure && <Banner tone="danger">{failure}</Banner>}
      {data.takenBy === null ? (
        <div className="flex flex-wrap items-center gap-3">
          <span className="flex-1 text-muted">The agent is on this call.</span>
          <Button icon={<Headset />} onClick={() => quietly(() => call(phone.take, { params }))}>
            Take call
          </Button>
        </div>
      ) : data.takenBy.id !== user?.id ? (
        <p className="text-muted">{data.takenBy.name} has this call.</p>
      ) : (
        <>
          <p className="text-muted">You have this call. The caller hears what you type.</p>
          <Composer
            label="Say to the caller"
            placeholder="Type what the caller hears"
            draft={`phone.call.${data.id}`}
            max={MAX_SPEECH}
            onSend={(text) => act(() => call(phone.say, { params, body: { text } }))}
          />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => quietly(() => call(phone.release, { params, body: { next: 'menu' } }))}>
              Give back to agent
            </Button>
            <Button
              variant="danger"
              onClick={() => quietly(() => call(phone.release, { params, body: { next: 'end' } }))}
            >
              End call
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
