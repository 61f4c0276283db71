import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Sparkles from 'lucide-react/icons/sparkles';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { mailAssist, type MailThreadDetail } from '../contract.ts';
import { useMailRefresh } from './use-mail-acts.ts';

interface AssistBarProps {
  thread: MailThreadDetail;
  /** A draft was written. */
  onDraft: (id: string) => void;
}

/** Summary, reply drafted by a model, why the conversation is where it is, and the way out of a list. */
export function AssistBar({ thread, onDraft }: AssistBarProps) {
  const { id, messages } = thread;
  const { data: status } = useQuery(read(mailAssist.status));
  const { data: applied } = useQuery(read(mailAssist.applications, { params: { id } }));
  const [summary, setSummary] = useState<{ text: string; by: 'model' | 'extract' }>();
  const [busy, setBusy] = useState('');
  const run = async (what: string, work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      toast({ type: 'error', title: 'The assistant did not finish', description: messageFor(error, 'Try again.') });
    }
    setBusy('');
  };
  const hasText = messages.some(({ direction }) => direction === 'in');
  return (
    <div className="grid gap-2 border-b border-line px-4 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={<Sparkles />}
          loading={busy === 'summary'}
          onClick={() =>
            void run('summary', async () => setSummary(await call(mailAssist.summary, { params: { id } })))
          }
        >
          Summarize
        </Button>
        {status?.hasModel && hasText && (
          <Button
            size="sm"
            icon={<Sparkles />}
            loading={busy === 'draft'}
            onClick={() =>
              void run('draft', async () =>
                onDraft((await call(mailAssist.draftReply, { params: { id }, body: {} })).id),
              )
            }
          >
            Draft reply
          </Button>
        )}
        <Unsubscribe thread={thread} />
      </div>
      {summary && (
        <Banner tone="info">
          {summary.text || 'There is too little text to summarize.'}
          {summary.by === 'extract' && (
            <span className="block text-xs">
              No language model is connected, so these are sentences from the emails.
            </span>
          )}
        </Banner>
      )}
      {applied && applied.items.length > 0 && (
        <details className="text-xs text-muted">
          <summary className="cursor-pointer">Rules applied</summary>
          <ul className="mt-1 grid gap-0.5">
            {applied.items.map((one) => (
              <li key={one.id}>
                “{one.rule}” {one.what}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Unsubscribe({ thread: { id, messages } }: { thread: MailThreadDetail }) {
  const refresh = useMailRefresh();
  const [busy, setBusy] = useState(false);
  const last = messages.findLast(({ unsubscribe }) => unsubscribe !== 'none');
  if (!last) return null;
  if (last.unsubscribedAt) return <span className="text-xs text-muted">Unsubscribed</span>;
  const leave = async () => {
    setBusy(true);
    try {
      const { done, left } = await call(mailAssist.unsubscribe, { body: { threadIds: [id] } });
      if (done > 0) toast({ type: 'success', title: 'Unsubscribed' });
      for (const { from, why, link } of left)
        toast({
          type: 'error',
          title: `Not unsubscribed from ${from}`,
          description: why,
          ...(link && {
            action: { label: 'Open page', onSelect: () => void window.open(link, '_blank', 'noopener,noreferrer') },
          }),
        });
    } catch (error) {
      toast({ type: 'error', title: 'Not unsubscribed', description: messageFor(error, 'Try again.') });
    }
    setBusy(false);
    await refresh();
  };
  return (
    <Button size="sm" loading={busy} onClick={() => void leave()}>
      Unsubscribe
    </Button>
  );
}
