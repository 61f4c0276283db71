/** How records and their fields are called in what an assistant shows to a person. */

type RecordLike = Readonly<Record<string, unknown>>;

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The name of a record, whatever its kind. */
export function recordName(record: RecordLike): string {
  const name = text(record.name) || text(record.subject) || text(record.title);
  const person = `${text(record.firstName)} ${text(record.lastName)}`.trim();
  return person || name || firstValue(record.emails) || firstValue(record.phones) || 'Without a name';
}

function firstValue(list: unknown): string {
  const [first] = Array.isArray(list) ? (list as unknown[]) : [];
  return typeof first === 'object' && first !== null ? text((first as { value?: unknown }).value) : '';
}

const LABELS: Record<string, string> = {
  about: 'About',
  amount: 'Amount',
  body: 'Notes',
  contactId: 'Contact',
  day: 'Day',
  doneAt: 'Done',
  dueAt: 'Due',
  emails: 'Email',
  phones: 'Phone',
  type: 'Type',
};

/** `expectedClose` → `Expected close`, `ownerId` → `Owner`. */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/Ids?$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
    .trim();
  return LABELS[name] ?? (words.charAt(0).toUpperCase() + words.slice(1) || name);
}

/** A value in a line of text. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(shownValue).filter(Boolean).join(', ');
  const { name, value: inner, ...rest } = value as Record<string, unknown>;
  if (typeof name === 'string') return name;
  if (inner !== undefined) return shownValue(inner);
  return Object.entries(rest)
    .map(([key, part]) => [fieldLabel(key), shownValue(part)])
    .filter(([, shown]) => shown)
    .map(([label, shown]) => `${label}: ${shown}`)
    .join(', ');
}

/**
 * The present value of a field that is written under `name`; `companyId` is read from `company.id`.
 * @returns undefined when the record does not say
 */
export function presentValue(record: RecordLike, name: string): unknown {
  if (name in record) return record[name];
  const ref = name.endsWith('Id') ? record[name.slice(0, -2)] : undefined;
  if (ref === null) return null;
  return typeof ref === 'object' ? (ref as { id?: unknown }).id : undefined;
}
