import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { messageFor } from '../../../web/api/error.ts';
import { call, readKey } from '../../../web/api/request.ts';
import { useCurrentPage } from '../../../web/router/use-page.ts';
import { MAX_MESSAGE, support, type SupportSummary } from '../contract.ts';
import { Composer } from '../../../web/form/composer.tsx';
import { showHelp } from './panel-state.ts';
import { TeamLine } from './team-line.tsx';

/**
 * Writing to the team for the first time. What was asked of the manual and the page go along, so that no one need
 * explain them.
 */
export function NewConversation({
  asked,
  summary,
}: {
  asked: string | undefined;
  summary: SupportSummary | undefined;
}) {
  const client = useQueryClient();
  const page = useCurrentPage();
  const { pathname: place } = useLocation();
  const [failure, setFailure] = useState<string>();
  const [insert] = useState(() => (asked ? { text: asked } : undefined));
  const send = async (text: string) => {
    setFailure(undefined);
    try {
      const talk = await call(support.create, { body: { text, place, ...(asked && { asked }) } });
      client.setQueryData(readKey(support.get, { params: { id: talk.id } }), talk);
      showHelp({ at: 'talk', id: talk.id, from: 'talks' });
    } catch (error) {
      setFailure(messageFor(error, 'Your message could not be sent.'));
      throw error;
    }
  };
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3 text-sm">
        <h2 className="text-base font-semibold">Ask a person</h2>
        <p className="mt-1 text-muted">
          Write what you want to do and what happens instead. The team also sees that you are on “{page?.title ?? place}
          ”.
        </p>
        <TeamLine summary={summary} className="mt-3" />
      </div>
      <Composer
        key={asked}
        label="Your message"
        placeholder="Write to the team…"
        draft={asked ? `support.new.${asked}` : 'support.new'}
        max={MAX_MESSAGE}
        onSend={send}
        insert={insert}
        failure={failure}
        first
      />
    </>
  );
}
