import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Mail from 'lucide-react/icons/mail';
import Merge from 'lucide-react/icons/merge';
import Phone from 'lucide-react/icons/phone';
import Printer from 'lucide-react/icons/printer';
import Trash2 from 'lucide-react/icons/trash-2';
import { Link } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { buttonClass } from '../../../../web/ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../../web/ui/dropdown-menu.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import type { Contact } from '../../contract/contacts.ts';
import { RecordStanding } from '../shared/record-standing.tsx';
import { contactName } from './contact-name.ts';
import { phoneText, telHref } from '../../../../records/web/format.ts';

interface RecordHeaderProps {
  contact: Contact;
  /** In the trash: nothing can be changed. */
  readOnly: boolean;
  onMerge: () => void;
  onDelete: () => void;
}

/** A contact's name and main actions. */
export function RecordHeader({ contact, readOnly, onMerge, onDelete }: RecordHeaderProps) {
  const name = contactName(contact);
  const [email] = contact.emails;
  const [phone] = contact.phones;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <Avatar name={name} size="lg" />
      <div className="min-w-0 flex-1 basis-56">
        <h1 className="page-title break-words">{name}</h1>
        <p className="text-sm break-words text-muted empty:hidden">
          {contact.title}
          {contact.title && contact.company && ' · '}
          {contact.company &&
            (contact.company.id ? (
              <Link
                to={`/companies/${contact.company.id}`}
                className="text-accent-ink underline-offset-2 hover:underline"
              >
                {contact.company.name}
              </Link>
            ) : (
              contact.company.name
            ))}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-1 text-xs text-muted empty:hidden">
          {contact.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
        <RecordStanding of={{ contactId: contact.id }} ownerId={contact.ownerId} />
      </div>
      <div className="flex items-center gap-1.5" data-noprint>
        {email && (
          <a href={`mailto:${email.value}`} title={email.value} className={buttonClass()}>
            <Mail size={16} aria-hidden="true" />
            Email
          </a>
        )}
        {phone && (
          <a href={telHref(phone)} title={phoneText(phone)} className={buttonClass()}>
            <Phone size={16} aria-hidden="true" />
            Call
          </a>
        )}
        <Menu trigger={<IconButton label="Copy" icon={<Copy />} />} label="Copy">
          {email && <MenuItem onSelect={() => void copy(email.value, 'Email address')}>{email.value}</MenuItem>}
          {phone && <MenuItem onSelect={() => void copy(phone.value, 'Phone number')}>{phoneText(phone)}</MenuItem>}
          <MenuItem onSelect={() => void copy(name, 'Name')}>{name}</MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={() => void copy(location.origin + location.pathname, 'Link')}>
            Link to this contact
          </MenuItem>
        </Menu>
        <Menu trigger={<IconButton label="More actions" icon={<Ellipsis />} />} label="More actions">
          {!readOnly && (
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
  );
}

async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ type: 'success', title: `${what} copied`, description: text });
  } catch {
    toast({
      type: 'error',
      title: `Couldn’t copy ${what.toLowerCase()}`,
      description: 'Your browser blocked copying.',
    });
  }
}
