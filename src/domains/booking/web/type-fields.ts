import type { BookingType, NewBookingType } from '../contract.ts';

/** What of a type is entered: all but what the server adds. */
export function fieldsOf(type: BookingType): NewBookingType {
  const { id: _id, upcoming: _upcoming, hosts: _hosts, link: _link, version: _version, ...fields } = type;
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
