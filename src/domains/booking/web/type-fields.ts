import type { BookingType, NewBookingType } from '../contract.ts';

/** The editable fields of a type, without those that the server adds. */
export function fieldsOf(type: BookingType): NewBookingType {
  const {
    id: _id,
    upcoming: _upcoming,
    waiting: _waiting,
    hosts: _hosts,
    link: _link,
    version: _version,
    ...fields
  } = type;
  return fields;
}

/** `Intro call` → `intro-call`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
}
