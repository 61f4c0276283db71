/** The person behind an address, provided by the domain that has the records. */
import type { Channel } from '../contract.ts';

export interface Person {
  contactId: string;
  name: string;
  /** The record's consent for the channel. */
  recorded: 'granted' | 'denied' | 'unknown';
  /** ISO 3166; empty where it is not known. */
  country: string;
}

/** Which contacts; all of them when nothing is said. */
export interface AudienceFilter {
  tag?: string | undefined;
  contactIds?: readonly string[] | undefined;
}

export interface PeopleSource {
  /** Contacts by address: email in lower case, phone in E.164. Runs with every record visible. */
  ofAddresses(channel: Channel, addresses: readonly string[]): Promise<Map<string, Person>>;
  /** All addresses of a contact that the caller may see. */
  addressesOf(contactId: string): Promise<{ channel: Channel; address: string }[]>;
  /** Contacts of the workspace in pages, each with its first address; null without one. */
  pages(channel: Channel, filter?: AudienceFilter): AsyncGenerator<(string | null)[]>;
  /** Writes into the record that the person said no, or yes. */
  setConsent(contactId: string, channel: Channel, state: 'granted' | 'denied', basis: string): Promise<void>;
}

let source: PeopleSource | undefined;

export function usePeople(people: PeopleSource): void {
  source = people;
}

export function people(): PeopleSource {
  if (!source) throw new Error('usePeople() has not been called.');
  return source;
}
