import { useState } from 'react';
import Download from 'lucide-react/icons/download';
import FileIcon from 'lucide-react/icons/file';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { fileSize } from '../../../records/web/format.ts';
import type { MailAttachment, MailMessage } from '../contract.ts';
import { LetterFrame } from './letter-frame.tsx';
import { PlainText } from './plain-text.tsx';

const REMARKS: Readonly<Record<string, string>> = {
  damaged: 'This email is damaged. Its source is shown as it came.',
  cut: 'This email is very large. Only its beginning is shown; open it in your mail program to see everything.',
  kept: 'Sample data: this email was kept here and never sent.',
  refused: 'The mail server refused some of the recipients.',
};

const nameOf = ({ name, address }: { name: string; address: string }) => name || address || 'No sender';

/** One message of a conversation; older ones are closed until they are asked for. */
export function MessageCard({ message, startsOpen }: { message: MailMessage; startsOpen: boolean }) {
  const [isOpen, setOpen] = useState(startsOpen);
  const { from, to, cc, at, snippet, direction } = message;
  return (
    <article aria-label={`Email from ${nameOf(from)}`} className="border-b border-line px-4 py-3 last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-start gap-3 text-left"
      >
        <Avatar name={nameOf(from)} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 truncate text-sm font-semibold">{direction === 'out' ? 'Me' : nameOf(from)}</span>
            {isOpen && <span className="min-w-0 truncate text-xs text-muted max-sm:hidden">{from.address}</span>}
            <RelativeTime value={at} className="ml-auto shrink-0 text-xs text-muted" />
          </span>
          <span className="block truncate text-xs text-muted">
            {isOpen ? `to ${[...to, ...cc].map(nameOf).join(', ') || 'undisclosed recipients'}` : snippet}
          </span>
        </span>
      </button>
      {isOpen && <Opened message={message} />}
    </article>
  );
}

function Opened({ message }: { message: MailMessage }) {
  const { id, subject, text, hasHtml, remotePictures, attachments, remark } = message;
  const [showPictures, setShowPictures] = useState(false);
  const files = attachments.filter(({ isInline }) => !isInline || !hasHtml);
  return (
    <div className="mt-3 grid gap-3 sm:pl-11">
      {REMARKS[remark] && <Banner tone={remark === 'kept' ? 'info' : 'warning'}>{REMARKS[remark]}</Banner>}
      {remotePictures > 0 && !showPictures && (
        <Banner
          tone="info"
          action={
            <Button size="sm" onClick={() => setShowPictures(true)}>
              Show pictures
            </Button>
          }
        >
          Pictures are hidden so that the sender does not learn when you read this.
        </Banner>
      )}
      {hasHtml ? (
        <LetterFrame messageId={id} subject={subject} showPictures={showPictures} />
      ) : (
        <PlainText text={text} />
      )}
      {files.length > 0 && (
        <ul aria-label="Attachments" className="flex flex-wrap gap-2">
          {files.map((file) => (
            <Attachment key={file.id} file={file} />
          ))}
        </ul>
      )}
    </div>
  );
}

const VIEWABLE = /^(?:image\/(?:png|jpeg|gif|webp|bmp)|application\/pdf)$/;

function Attachment({ file: { id, name, type, size } }: { file: MailAttachment }) {
  const path = `/api/mail/attachments/${id}`;
  const isViewable = VIEWABLE.test(type);
  return (
    <li className="flex max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 py-1.5 text-sm">
      <FileIcon size={15} className="shrink-0 text-muted" aria-hidden="true" />
      {isViewable ? (
        <a
          href={`${path}?inline=yes`}
          target="_blank"
          rel="noopener noreferrer"
          className="min-w-0 truncate underline-offset-2 hover:underline"
        >
          {name}
        </a>
      ) : (
        <span className="min-w-0 truncate">{name}</span>
      )}
      <span className="shrink-0 text-xs text-muted">{fileSize(size)}</span>
      <a
        href={path}
        download={name}
        aria-label={`Download ${name}`}
        data-tooltip={`Download ${name}`}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-ink"
      >
        <Download size={14} aria-hidden="true" />
      </a>
    </li>
  );
}
