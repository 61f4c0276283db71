/** Two entries of one person → one. */
import type { MergeField } from '../contract/merge.ts';
import { type ContactData, uniqueTags } from './contact-data.ts';

export interface Mergeable {
  data: ContactData;
  companyName: string;
}

type Choice = Partial<Record<MergeField, 'keep' | 'merge'>>;

const ADDRESS = ['street', 'city', 'region', 'postalCode', 'country'] as const;
const ofAddress = ({ data }: Mergeable) => ADDRESS.map((part) => data[part]).filter(Boolean).join(', ');
const ofConsent = ({ data }: Mergeable) => Object.entries(data.consent).map(([channel, consent]) => `${channel}: ${consent.state}`).join(', ');

/** Each single-valued field as text, blank when there is none: what is compared and shown. */
const SHOWN: Record<MergeField, (contact: Mergeable) => string> = {
  firstName: ({ data }) => data.firstName,
  lastName: ({ data }) => data.lastName,
  title: ({ data }) => data.title,
  company: ({ companyName }) => companyName,
  source: ({ data }) => data.source,
  owner: ({ data }) => data.ownerId ?? '',
  businessLicense: ({ data }) => data.businessLicenseId ?? '',
  address: ofAddress,
  about: ({ data }) => data.about,
  consent: ofConsent,
};

const FIELDS: Record<MergeField, readonly (keyof ContactData)[]> = {
  firstName: ['firstName'], lastName: ['lastName'], title: ['title'], company: ['companyId'], source: ['source'], owner: ['ownerId'],
  businessLicense: ['businessLicenseId'], address: ADDRESS, about: ['about'], consent: ['consent'],
};

/** Fields where both have a value and not the same. */
export function mergeConflicts(keep: Mergeable, merge: Mergeable): { field: MergeField; keep: string; merge: string }[] {
  return (Object.keys(SHOWN) as MergeField[]).flatMap((field) => {
    const [a, b] = [SHOWN[field](keep), SHOWN[field](merge)];
    return a && b && a !== b ? [{ field, keep: a, merge: b }] : [];
  });
}

/** Lists are joined; of single values the chosen one stays, by default the kept contact's; blank ones are filled. */
export function mergeContacts(keep: Mergeable, merge: Mergeable, choose: Choice): Mergeable {
  const data: ContactData = { ...keep.data };
  let { companyName } = keep;
  for (const field of Object.keys(SHOWN) as MergeField[]) {
    const takes = SHOWN[field](keep) === '' || (choose[field] === 'merge' && SHOWN[field](merge) !== '');
    if (!takes) continue;
    for (const column of FIELDS[field]) Object.assign(data, { [column]: merge.data[column] });
    if (field === 'company') companyName = merge.companyName;
  }
  const emails = new Set(keep.data.emails.map((email) => email.value.toLowerCase()));
  data.emails = [...keep.data.emails, ...merge.data.emails.filter((email) => !emails.has(email.value.toLowerCase()))];
  const phones = new Set(keep.data.phones.map((phone) => phone.value));
  data.phones = [...keep.data.phones, ...merge.data.phones.filter((phone) => !phones.has(phone.value))];
  data.tags = uniqueTags([...keep.data.tags, ...merge.data.tags]);
  data.links = { ...merge.data.links, ...keep.data.links };
  data.custom = { ...merge.data.custom, ...keep.data.custom };
  return { data, companyName };
}
