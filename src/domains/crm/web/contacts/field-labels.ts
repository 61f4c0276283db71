/** Names of a contact's fields in words, for the timeline and for conflicts. */
import type { KindWords } from '../../../../records/web/field-labels.ts';

export const CONTACT_LABELS: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  title: 'title',
  company: 'company',
  emails: 'email addresses',
  phones: 'phone numbers',
  street: 'street',
  city: 'city',
  region: 'region',
  postalCode: 'postal code',
  country: 'country',
  source: 'source',
  'links.website': 'website',
  'links.linkedin': 'LinkedIn',
  'links.x': 'X',
  'links.facebook': 'Facebook',
  'links.instagram': 'Instagram',
  'links.youtube': 'YouTube',
  'links.github': 'GitHub',
  'consent.email': 'email consent',
  'consent.sms': 'SMS consent',
  'consent.phone': 'call consent',
};

export const CONTACT_WORDS: KindWords = { labels: CONTACT_LABELS };
