import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Mail from 'lucide-react/icons/mail';
import Merge from 'lucide-react/icons/merge';
import Phone from 'lucide-react/icons/phone';
import Printer from 'lucide-react/icons/printer';
import Trash2 from 'lucide-react/icons/trash-2';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../../web/ui/dropdown-menu.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { LEAD_STATUS_LABELS } from '../../contract/lead-filter.ts';
import type { Lead, OpenLeadStatus } from '../../contract/leads.ts';
import { useOwners } from '../../../../records/web/choices.ts';
import { RecordReaders } from '../../../../records/web/record-readers.tsx';
import { phoneText, telHref } from '../../../../records/web/format.ts';

interface HeaderProps {
  lead: Lead;
  /** In the trash, or not whole yet. */
  readOnly: boolean;
  onStatus: (status: OpenLeadStatus) => void;
  onConvert: () => void;
  onMerge: () => void;
  onDelete: () => void;
}

/** A lead's name, status, and main actions. */
export function LeadHeader({ lead, readOnly, onStatus, onConvert, onMerge, onDelete }: HeaderProps) {
  const { nameOf } = useOwners();
  const converted = lead.status === 'converted';
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Avatar name={lead.name} size="lg" />
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="page-title break-words">{lead.name}</h1>
          <p className="text-sm break-words text-muted empty:hidden">
            {[lead.title, lead.companyName !== lead.name && lead.companyName].filter(Boolean).join(' · ')}
          </p>
          <div className="mt-1 flex min-h-6 flex-wrap items-center gap-1 text-xs text-muted">
            <span className="mr-1">{lead.ownerId ? `Owner: ${nameOf(lead.ownerId)}` : 'No owner'}</span>
            {lead.deletedAt === null && (
              <RecordReaders
                kind="lead"
                id={lead.id}
                name={lead.name}
                isPrivate={lead.private === true}
                readOnly={readOnly}
              />
            )}
            {lead.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-1.5" data-noprint>
          {lead.email && (
            <a href={`mailto:${lead.email}`} title={lead.email} className={buttonClass()}>
              <Mail size={16} aria-hidden="true" />
              Email
            </a>
          )}
          {lead.phone && (
            <a href={telHref({ value: lead.phone })} title={phoneText({ value: lead.phone })} className={buttonClass()}>
              <Phone size={16} aria-hidden="true" />
              Call
            </a>
          )}
          {!converted && (
            <Button variant="primary" icon={<ArrowRightLeft />} disabled={readOnly} onClick={onConvert}>
              Convert
            </Button>
          )}
          <Menu trigger={<IconButton label="More actions" icon={<Ellipsis />} />} label="More actions">
            {!readOnly && !converted && (
              <MenuItem icon={<Merge />} onSelect={onMerge}>
                Merge with another…
              </MenuItem>
            )}
            <MenuItem icon={<Printer />} onSelect={() => print()}>
              Print
            </MenuItem>
            {!readOnly && <MenuSeparator />}
            {!readOnly && (
              <MenuItem icon={<Trash2 />} tone="danger" onSelect={onDelete}>
                Delete
              </MenuItem>
            )}
          </Menu>
        </div>
      </div>
      <StatusPath status={lead.status} readOnly={readOnly || converted} onStatus={onStatus} />
    </>
  );
}

const PATH = ['new', 'working', 'qualified'] as const;

/** The way of a lead; each step can be pressed. Unqualified stands apart: it leads nowhere. */
function StatusPath({
  status,
  readOnly,
  onStatus,
}: {
  status: Lead['status'];
  readOnly: boolean;
  onStatus: (status: OpenLeadStatus) => void;
}) {
  const step = (value: OpenLeadStatus | 'converted', className?: string) => {
    const current = value === status;
    return (
      <li key={value}>
        <button
          type="button"
          disabled={readOnly || value === 'converted'}
          aria-current={current ? 'step' : undefined}
          onClick={() => {
            if (!current && value !== 'converted') onStatus(value);
          }}
          className={cx(
            'inline-flex h-8 items-center rounded-full border px-3 text-xs font-medium pointer-coarse:h-11',
            current
              ? 'border-accent bg-accent text-on-solid'
              : 'border-control text-muted enabled:hover:bg-hover enabled:hover:text-ink',
            className,
          )}
        >
          {LEAD_STATUS_LABELS[value]}
        </button>
      </li>
    );
  };
  return (
    <ol aria-label="Status" className="flex flex-wrap items-center gap-1.5" data-noprint>
      {PATH.map((value) => step(value))}
      {status === 'converted' ? step('converted') : step('unqualified', 'ml-2')}
    </ol>
  );
}
