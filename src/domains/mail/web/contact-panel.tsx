import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import UserPlus from 'lucide-react/icons/user-plus';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { counted, money } from '../../../records/web/format.ts';
import { opportunities } from '../../crm/contract/opportunities.ts';
import { mailThreads, type MailThreadDetail } from '../contract.ts';

const addressOf = (thread: MailThreadDetail) => {
  const message = thread.messages.findLast(({ direction }) => direction === 'in');
  return { address: message?.from.address ?? thread.messages[0]?.to[0]?.address ?? '', messageId: message?.id };
};

/** The conversation's contact, beside it on wide screens. */
export function ContactPanel({ thread }: { thread: MailThreadDetail }) {
  return (
    <aside aria-label="Contact" className="w-72 shrink-0 overflow-y-auto border-l border-line p-4 max-xl:hidden">
      <Person thread={thread} />
    </aside>
  );
}

/** The same over the page, on narrower screens. */
export function ContactSheet({ thread, onClose }: { thread: MailThreadDetail; onClose: () => void }) {
  return (
    <Sheet open onOpenChange={onClose} size="sm" title="Contact">
      <Person thread={thread} />
    </Sheet>
  );
}

function Person({ thread }: { thread: MailThreadDetail }) {
  const { address, messageId } = addressOf(thread);
  const { data, error, refetch } = useQuery({
    ...read(mailThreads.contact, { query: { address } }),
    enabled: address !== '',
  });
  if (error && !data) return <Failure error={error} what="This contact" onRetry={() => void refetch()} />;
  if (!data) return null;
  const { name, contactId, leadId, openOpportunities, recentActivities, emails } = data;
  const record = contactId ? `/contacts/${contactId}` : leadId ? `/leads/${leadId}` : undefined;
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={name} />
        <div className="min-w-0">
          <p className="truncate text-sm font-semibold">
            {record ? (
              <Link to={record} className="hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </p>
          <p className="truncate text-xs text-muted">{address}</p>
        </div>
      </div>
      <p className="mt-2 text-xs text-muted">
        {contactId ? 'Contact' : leadId ? 'Lead' : 'Not in your CRM'} · {counted(emails, 'email', 'emails')}
      </p>
      {!record && messageId && <MakeLead messageId={messageId} />}
      {openOpportunities.length > 0 && (
        <section className="mt-4">
          <h3 className="text-xs font-semibold text-muted">Open opportunities</h3>
          <ul className="mt-1 grid gap-1.5">
            {openOpportunities.map((one) => (
              <li key={one.id} className="text-sm">
                <Link to={`/opportunities/${one.id}`} className="block truncate font-medium hover:underline">
                  {one.name}
                </Link>
                <span className="text-xs text-muted">
                  {money(one.amount, one.currency)} in {one.stage}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {recentActivities.length > 0 && (
        <section className="mt-4">
          <h3 className="text-xs font-semibold text-muted">Open activities</h3>
          <ul className="mt-1 grid gap-1">
            {recentActivities.map((one) => (
              <li key={one.id} className="truncate text-sm">
                {one.subject}
              </li>
            ))}
          </ul>
        </section>
      )}
      {contactId && <MakeOpportunity contactId={contactId} name={thread.subject} />}
    </>
  );
}

/** Reads again what the panel shows. */
function useRefreshContact(): () => Promise<void> {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        path === '/api/mail/contact' || path === '/api/leads' || path === '/api/opportunities',
    });
}

/** Makes an opportunity of what a contact writes about. */
function MakeOpportunity({ contactId, name }: { contactId: string; name: string }) {
  const refresh = useRefreshContact();
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      await call(opportunities.create, { body: { name: name.slice(0, 200) || 'Email', contactId } });
      toast({ type: 'success', title: 'Opportunity created' });
    } catch (error) {
      toast({ type: 'error', title: 'Opportunity not created', description: messageFor(error, 'Try again.') });
    }
    setBusy(false);
    await refresh();
  };
  return (
    <Button size="sm" icon={<Plus />} className="mt-4" loading={busy} onClick={() => void make()}>
      Create opportunity
    </Button>
  );
}

/** Makes a lead of someone unknown. */
function MakeLead({ messageId }: { messageId: string }) {
  const refresh = useRefreshContact();
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const made = await call(mailThreads.makeLead, { params: { id: messageId } });
      toast({ type: 'success', title: made.isNew ? 'Lead created' : 'This person is in your CRM already' });
      await refresh();
    } catch (error) {
      toast({ type: 'error', title: 'Lead not created', description: messageFor(error, 'Try again.') });
    }
    setBusy(false);
  };
  return (
    <Button size="sm" icon={<UserPlus />} className="mt-3" loading={busy} onClick={() => void make()}>
      Create lead
    </Button>
  );
}
