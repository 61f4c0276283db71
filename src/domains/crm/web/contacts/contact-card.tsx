import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import type { ContactRow } from '../../contract/contacts.ts';
import { phoneText } from '../../../../records/web/format.ts';
import { contactName } from './contact-name.ts';

/** A contact on a phone: who, what and where, and the two tags that fit. */
export function ContactCard({ contact }: { contact: ContactRow }) {
  const name = contactName(contact);
  const role = [contact.title, contact.company?.name].filter(Boolean).join(' · ');
  const reach = contact.emails[0]?.value ?? (contact.phones[0] ? phoneText(contact.phones[0]) : '');
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Avatar name={name} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate text-base font-medium">{name}</span>
          {contact.tags.slice(0, 2).map((tag) => (
            <Badge key={tag} className="shrink-0">
              {tag}
            </Badge>
          ))}
        </span>
        <span className="block truncate text-xs text-muted">{role || reach}</span>
        {role && <span className="block truncate text-xs text-muted">{reach}</span>}
      </span>
    </span>
  );
}
