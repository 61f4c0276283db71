import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { counted, money } from '../../../records/web/format.ts';
import { mailThreads, type MailThreadDetail } from '../contract.ts';

/** Who a conversation is with: the record, open opportunities, what is to be done. */
export function ContactPanel({ thread }: { thread: MailThreadDetail }) {
  const message = thread.messages.findLast(({ direction }) => direction === 'in');
  const address = message?.from.address ?? thread.messages[0]?.to[0]?.address ?? '';
  if (!address) return null;
  return <Person address={address} messageId={message?.id} />;
}

function Person({ address, messageId }: { address: string; messageId: string | undefined }) {
  const { data } = useQuery(read(mailThreads.contact, { query: { address } }));
  if (!data) return <aside aria-label="Contact" className="w-72 shrink-0 border-l border-line max-xl:hidden" />;
  const { name, contactId, leadId, openOpportunities, recentActivities, emails } = data;
  const record = contactId ? `/contacts/${contactId}` : leadId ? `/leads/${leadId}` : undefined;
  return (
    <aside aria-label="Contact" className="w-72 shrink-0 overflow-y-auto border-l border-line p-4 max-xl:hidden">
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
      {contactId && (
        <Link
          to={`/opportunities`}
          search={{ new: '1', contact: contactId }}
          className="mt-4 inline-block text-sm text-accent-ink underline underline-offset-2"
        >
          New opportunity
        </Link>
      )}
    </aside>
  );
}

/** Makes a lead of someone unknown. */
export function MakeLead({ messageId }: { messageId: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const made = await call(mailThreads.makeLead, { params: { id: messageId } });
      toast({ type: 'success', title: made.isNew ? 'Lead created' : 'This person is in your CRM already' });
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => path === '/api/mail/contact' || path === '/api/leads',
      });
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
