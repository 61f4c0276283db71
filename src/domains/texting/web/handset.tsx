import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Composer } from '../../../web/form/composer.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { SCROLLABLE } from '../../../web/ui/scroll-by-keys.ts';
import { MAX_TEXT, texts } from '../contract.ts';

/** The other side of a conversation while no SMS service is connected: what a phone would show, and its reply. */
export function Handset({ phone }: { phone: string }) {
  const client = useQueryClient();
  const { data } = useQuery(read(texts.handset, { query: { phone, limit: 50 } }));
  const [failure, setFailure] = useState<string>();
  const send = async (text: string) => {
    setFailure(undefined);
    try {
      await call(texts.answerFromHandset, { body: { phone, text } });
    } catch (error) {
      setFailure(messageFor(error, 'The text was not sent.'));
      throw error;
    }
    await client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/texts'),
    });
  };
  return (
    <section
      aria-label="Simulated handset"
      className="flex min-h-0 flex-1 flex-col rounded-2xl border border-line-strong bg-surface lg:w-72"
    >
      <header className="border-b border-line px-4 py-2">
        <h2 className="text-sm font-semibold">Simulated handset</h2>
        <p className="text-xs text-muted">{phone} · embedded, not a real phone</p>
      </header>
      <div
        role="log"
        aria-label="Texts on the handset"
        {...SCROLLABLE}
        className="flex min-h-0 flex-1 flex-col-reverse gap-2 overflow-y-auto px-3 py-3 focus-visible:outline-offset-[-2px]"
      >
        {data?.items.length === 0 && (
          <p className="m-auto px-4 text-center text-sm text-muted">Texts you send from now on appear here.</p>
        )}
        {data?.items.map((one) => (
          <p
            key={one.id}
            className={cx(
              'max-w-[85%] rounded-lg px-3 py-2 text-sm break-words whitespace-pre-wrap',
              one.direction === 'from_handset' ? 'self-end bg-accent-soft' : 'self-start bg-sunken',
            )}
          >
            {one.text}
          </p>
        ))}
      </div>
      <Composer
        key={phone}
        label="Reply from the handset"
        placeholder="Reply as this person"
        draft={`handset.${phone}`}
        max={MAX_TEXT}
        onSend={send}
        failure={failure}
      />
    </section>
  );
}
