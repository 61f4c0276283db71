/** The action in its own layout: an email as an email, a person as a person. The same for reading and editing. */
import type { ReactNode } from 'react';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { SlotParts } from '../../../web/slot-parts.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import type { ApprovalKind, ContentShape } from '../contract.ts';
import { isBlank } from './content-parts.tsx';
import { LEAD_CHECK } from './slots.ts';

export interface ShapeProps {
  kind: ApprovalKind;
  content: Record<string, unknown>;
  /** The value of a field, or the control that changes it. */
  renderPart: (key: string) => ReactNode;
  editing: boolean;
  /** No one has decided yet. */
  pending: boolean;
}

const frame = 'overflow-hidden rounded-lg border border-line bg-raised';

/** Text only, as it will arrive: nothing in it is run, loaded or followed. */
function MailShape({ renderPart }: ShapeProps) {
  return (
    <div className={frame}>
      <dl className="grid grid-cols-[4rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2 border-b border-line bg-sunken px-4 py-3 text-sm">
        <dt className="text-muted">To</dt>
        <dd className="min-w-0">{renderPart('to')}</dd>
        <dt className="text-muted">Subject</dt>
        <dd className="min-w-0 font-semibold">{renderPart('subject')}</dd>
      </dl>
      <div className="p-4 text-sm">{renderPart('text')}</div>
    </div>
  );
}

function CallShape({ renderPart, content }: ShapeProps) {
  const headers = Object.entries((content['headers'] ?? {}) as Record<string, string>);
  return (
    <div className={frame}>
      <div className="flex items-center gap-2 border-b border-line bg-sunken px-4 py-3 font-mono text-sm">
        <Badge tone="accent">{String(content['method'])}</Badge>
        <span className="min-w-0 flex-1 break-all">{renderPart('url')}</span>
      </div>
      {headers.length > 0 && (
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 border-b border-line px-4 py-3 font-mono text-xs">
          {headers.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="break-all">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="p-4">{renderPart('body')}</div>
    </div>
  );
}

const text = (content: Record<string, unknown>, key: string) => (typeof content[key] === 'string' ? content[key] : '');
/** Shown in the head of the card, and as what they said, rather than in the list of fields. */
const IN_HEAD = new Set(['firstName', 'lastName', 'title', 'companyName']);
const SAID = new Set(['message', 'about']);

function LeadShape({ kind, renderPart, content, editing, pending }: ShapeProps) {
  const name =
    `${text(content, 'firstName')} ${text(content, 'lastName')}`.trim() ||
    text(content, 'companyName') ||
    text(content, 'email') ||
    text(content, 'phone');
  const said = kind.fields.filter(({ key }) => SAID.has(key) && (editing || !isBlank(content[key])));
  const fields = kind.fields.filter(
    ({ key, input }) =>
      !SAID.has(key) &&
      (editing ? input !== 'fixed' || !isBlank(content[key]) : !IN_HEAD.has(key) && !isBlank(content[key])),
  );
  const entry = {
    firstName: text(content, 'firstName'),
    lastName: text(content, 'lastName'),
    email: text(content, 'email'),
    phone: text(content, 'phone'),
    companyName: text(content, 'companyName'),
    title: text(content, 'title'),
  };
  return (
    <div className="grid gap-3">
      <div className={frame}>
        {!editing && (
          <div className="flex items-center gap-3 border-b border-line bg-sunken px-4 py-3">
            <Avatar name={name} />
            <div className="min-w-0">
              <p className="truncate font-semibold">{name}</p>
              <p className="truncate text-sm text-muted empty:hidden">
                {[text(content, 'title'), text(content, 'companyName') !== name && text(content, 'companyName')]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </div>
        )}
        <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2 px-4 py-3 text-sm">
          {fields.map(({ key, label }) => (
            <div key={key} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words">{renderPart(key)}</dd>
            </div>
          ))}
        </dl>
        {said.map(({ key, label }) => (
          <div key={key} className="border-t border-line px-4 py-3 text-sm">
            <p className="mb-1 text-xs text-muted">{label}</p>
            {renderPart(key)}
          </div>
        ))}
      </div>
      {pending && (
        <SlotParts
          of={LEAD_CHECK}
          props={{
            entry,
            source: text(content, 'source') || text(content, 'form'),
            about: text(content, 'message') || text(content, 'about'),
          }}
        />
      )}
    </div>
  );
}

export const SHAPES: Record<ContentShape, (props: ShapeProps) => ReactNode> = {
  mail: MailShape,
  call: CallShape,
  lead: LeadShape,
};
