import { useQuery } from '@tanstack/react-query';
import Mail from 'lucide-react/icons/mail';
import { usePages } from '../../../web/api/pages.ts';
import { read } from '../../../web/api/request.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { fileSize } from '../../../web/ui/format.ts';
import { LoadMore } from '../../../web/ui/load-more.tsx';
import { Sheet } from '../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { mailOutbox } from '../contract.ts';
import type { TabProps } from './search.ts';

type Box = { address: string; name?: string | undefined };
const named = ({ address, name }: Box) => (name ? `${name} <${address}>` : address);

/** Mails that were kept on the server because there is no mail server to send them. */
export default function MailsTab({ search, onChange }: TabProps) {
  const list = usePages(mailOutbox.list, { query: { limit: 50 } });
  return (
    <section aria-label="Emails">
      <Banner tone="info" className="mb-3">
        These emails were not sent, because no mail server is set up. Set SMTP_URL to send email.
      </Banner>
      {list.loading && <Skeleton className="h-64 w-full" />}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Emails" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<Mail />} title="No emails">
          Unsent emails are kept here for 90 days.
        </EmptyState>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {list.items.map((mail) => (
          <li key={mail.id} data-testid="row">
            <button
              type="button"
              onClick={() => onChange({ open: mail.id })}
              className="grid min-h-control w-full gap-x-4 px-1 py-2 text-left text-sm hover:bg-hover focus-visible:outline-offset-[-2px] sm:grid-cols-[16rem_minmax(0,1fr)_auto]"
            >
              <span className="truncate text-muted" title={mail.to.map(named).join(', ')}>
                {mail.to.map(({ address }) => address).join(', ')}
              </span>
              <span className="truncate font-medium" title={mail.subject}>
                {mail.subject}
              </span>
              <RelativeTime value={mail.keptAt} className="text-xs text-muted" />
            </button>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      {search.open && <MailSheet id={search.open} onClose={() => onChange({ open: '' })} />}
    </section>
  );
}

function MailSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: mail, error, refetch } = useQuery(read(mailOutbox.get, { params: { id } }));
  const lines =
    mail &&
    (
      [
        ['From', [mail.from]],
        ['To', mail.to],
        ['Cc', mail.cc],
        ['Bcc', mail.bcc],
        ['Reply to', mail.replyTo ? [mail.replyTo] : []],
      ] as const
    ).filter(([, boxes]) => boxes.length > 0);
  return (
    <Sheet open onOpenChange={onClose} title={mail?.subject ?? 'Email'} description="Not sent.">
      {error && <Failure error={error} what="Email" onRetry={() => void refetch()} />}
      {!mail && !error && <Skeleton className="h-64 w-full" />}
      {mail && lines && (
        <div className="grid gap-4 text-sm">
          <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 gap-y-1">
            {lines.map(([label, boxes]) => (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="break-words">{boxes.map(named).join(', ')}</dd>
              </div>
            ))}
            <dt className="text-muted">Kept</dt>
            <dd>
              <RelativeTime value={mail.keptAt} />
            </dd>
          </dl>
          {mail.text && (
            <p className="rounded-lg border border-line bg-raised p-4 break-words whitespace-pre-wrap">{mail.text}</p>
          )}
          {/* As it was written, with nothing allowed: no scripts, no forms, no way out. */}
          {!mail.text && mail.html && (
            <iframe
              title="Email content"
              sandbox=""
              srcDoc={mail.html}
              className="h-[60dvh] w-full rounded-lg border border-line bg-white"
            />
          )}
          {mail.attachments.length > 0 && (
            <ul className="grid gap-1">
              {mail.attachments.map(({ fileName, size }) => (
                <li key={fileName}>
                  {fileName} <span className="text-xs text-muted">{fileSize(size)}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Sheet>
  );
}
