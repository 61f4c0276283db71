import { useCallback } from 'react';
import { request } from '../../../web/api/request.ts';
import { MultiCombobox } from '../../../web/ui/multi-combobox.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { contacts } from '../../crm/contract/contacts.ts';
import { contactName } from '../../crm/web/index.ts';
import type { MailPerson } from '../contract.ts';

const toOption = ({ name, address }: MailPerson): Option => ({ value: address, label: name || address });
const toPerson = ({ value, label }: Option): MailPerson => ({ address: value, name: label === value ? '' : label });

/** `Ada King <ada@one.example>` or a bare address. */
function typed(text: string): Option {
  const [, name = '', address] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  const value = (address ?? text).trim().toLowerCase();
  return { value, label: name.trim() || value };
}

interface RecipientsProps {
  label: string;
  value: readonly MailPerson[];
  onChange: (people: MailPerson[]) => void;
  autoFocus?: boolean;
}

/** Addresses of a letter: contacts by name, or what is typed. */
export function Recipients({ label, value, onChange, autoFocus = false }: RecipientsProps) {
  const source = useCallback(async (query: string, signal: AbortSignal): Promise<Option[]> => {
    const { items } = await request(contacts.list, { query: { search: query.trim() || undefined, limit: 10 }, signal });
    return items.flatMap((contact) =>
      contact.emails.map((email) => ({
        value: email.value.toLowerCase(),
        label: contactName(contact),
        detail: email.value,
      })),
    );
  }, []);
  return (
    <div className="flex items-start gap-2">
      <span className="w-10 shrink-0 pt-1.5 text-xs text-muted">{label}</span>
      <div className="min-w-0 flex-1">
        <MultiCombobox
          label={label}
          source={source}
          value={value.map(toOption)}
          onChange={(options) => onChange(options.map(toPerson))}
          create={typed}
          placeholder="Name or email address"
          autoFocus={autoFocus}
        />
      </div>
    </div>
  );
}
