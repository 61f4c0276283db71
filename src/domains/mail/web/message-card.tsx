import { lazy, Suspense, useState } from 'react';
import Download from 'lucide-react/icons/download';
import FileIcon from 'lucide-react/icons/file';
import FolderInput from 'lucide-react/icons/folder-input';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { fileSize } from '../../../records/web/format.ts';
import type { MailAttachment, MailMessage } from '../contract.ts';
import { InvitationCard } from './invitation-card.tsx';
import { LetterFrame } from './letter-frame.tsx';
import { PlainText } from './plain-text.tsx';

const SaveAttachmentDialog = lazy(() => import('./save-attachment-dialog.tsx'));

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
  const { id, subject, text, hasHtml, remotePictures, attachments, remark, invitation, direction, from, to } = message;
  const [showPictures, setShowPictures] = useState(false);
  const [saved, setSaved] = useState<MailAttachment>();
  const files = attachments.filter(
    ({ isInline, type }) => (!isInline || !hasHtml) && !(invitation && type === 'text/calendar'),
  );
  return (
    <div className="mt-3 grid gap-3 sm:pl-11">
      {REMARKS[remark] && <Banner tone={remark === 'kept' ? 'info' : 'warning'}>{REMARKS[remark]}</Banner>}
      {invitation && <InvitationCard message={message} invitation={invitation} />}
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
            <Attachment key={file.id} file={file} onSave={() => setSaved(file)} />
          ))}
        </ul>
      )}
      {saved && (
        <Suspense fallback={null}>
          <SaveAttachmentDialog
            file={saved}
            address={direction === 'in' ? from.address : (to[0]?.address ?? '')}
            onClose={() => setSaved(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

const VIEWABLE = /^(?:image\/(?:png|jpeg|gif|webp|bmp)|application\/pdf)$/;

const ICON_LINK =
  'inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-ink pointer-coarse:size-9';

function Attachment({ file: { id, name, type, size }, onSave }: { file: MailAttachment; onSave: () => void }) {
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
        className={ICON_LINK}
      >
        <Download size={14} aria-hidden="true" />
      </a>
      <button
        type="button"
        aria-label={`Save ${name} to a record`}
        data-tooltip="Save to record"
        onClick={onSave}
        className={ICON_LINK}
      >
        <FolderInput size={14} aria-hidden="true" />
      </button>
    </li>
  );
}
