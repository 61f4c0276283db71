import { v7 } from 'uuid';

/** A new record id: UUID version 7 (RFC 9562), so that ids sort by creation and indexes grow at one end. */
export function newId(): string {
  return v7();
}

/** A UUID in the text form of RFC 9562, in either case: what PostgreSQL reads as one. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
