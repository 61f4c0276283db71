/** How contacts, companies and leads are merged. */
import { companyDefinition } from '../../kinds/company.ts';
import type { CompanyData } from '../companies/company-data.ts';
import { type ContactData } from '../contacts/contact-data.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import type { LeadData } from '../leads/lead-data.ts';
import { addressField, definedMergeFields, type MergeRules, plainField } from '../../../../records/engine/merge.ts';

/** A contact with its company by name. */
export interface NamedContact {
  data: ContactData;
  companyName: string;
}

const dataOf = ({ data }: NamedContact) => data;
const withData = (image: NamedContact, data: ContactData): NamedContact => ({ ...image, data });
const ofContact = (name: keyof ContactData) => plainField<NamedContact, ContactData>(name, dataOf, withData);

function joinContacts(result: NamedContact, { data: keep }: NamedContact, { data: merge }: NamedContact): NamedContact {
  const emails = new Set(keep.emails.map((email) => email.value.toLowerCase()));
  const phones = new Set(keep.phones.map((phone) => phone.value));
  return withData(result, {
    ...result.data,
    emails: [...keep.emails, ...merge.emails.filter((email) => !emails.has(email.value.toLowerCase()))],
    phones: [...keep.phones, ...merge.phones.filter((phone) => !phones.has(phone.value))],
    tags: uniqueTags([...keep.tags, ...merge.tags]),
    links: { ...merge.links, ...keep.links },
  });
}

const values = (list: readonly { value: string }[]) => list.map(({ value }) => value).join(', ');

export const CONTACT_MERGE: MergeRules<NamedContact> = {
  fields: [
    ofContact('firstName'),
    ofContact('lastName'),
    ofContact('title'),
    {
      name: 'company',
      shown: ({ companyName }) => companyName,
      take: (to, from) => ({ data: { ...to.data, companyId: from.data.companyId }, companyName: from.companyName }),
    },
    ofContact('source'),
    ofContact('ownerId'),
    ofContact('businessLicenseId'),
    addressField(dataOf, withData),
    ofContact('about'),
    {
      name: 'consent',
      shown: ({ data }) =>
        Object.entries(data.consent)
          .map(([channel, consent]) => `${channel}: ${consent.state}`)
          .sort()
          .join(', '),
      take: (to, from) => withData(to, { ...to.data, consent: from.data.consent }),
    },
  ],
  join: joinContacts,
  joined: [
    { name: 'emails', shown: ({ data }) => values(data.emails) },
    { name: 'phones', shown: ({ data }) => values(data.phones) },
    { name: 'tags', shown: ({ data }) => data.tags.join(', ') },
    { name: 'links', shown: ({ data }) => Object.values(data.links).join(', ') },
  ],
  customOf: ({ data }) => data.custom,
  withCustom: (image, custom) => withData(image, { ...image.data, custom }),
};

const self = <Data>(data: Data) => data;
const replace = <Data>(_: Data, data: Data) => data;
const ofLead = (name: keyof LeadData) => plainField<LeadData, LeadData>(name, self, replace);
const joinTags = <Data extends { tags: string[] }>(result: Data, keep: Data, merge: Data): Data => ({
  ...result,
  tags: uniqueTags([...keep.tags, ...merge.tags]),
});
const TAGS = [{ name: 'tags', shown: ({ tags }: { tags: readonly string[] }) => tags.join(', ') }];

export const COMPANY_MERGE: MergeRules<CompanyData> = {
  fields: [
    ...definedMergeFields<typeof companyDefinition, CompanyData, CompanyData>(companyDefinition, self, replace),
    plainField<CompanyData, CompanyData>('ownerId', self, replace),
  ],
  join: joinTags,
  joined: TAGS,
  customOf: ({ custom }) => custom,
  withCustom: (data, custom) => ({ ...data, custom }),
};

export const LEAD_MERGE: MergeRules<LeadData> = {
  fields: [
    ofLead('firstName'),
    ofLead('lastName'),
    ofLead('companyName'),
    ofLead('title'),
    ofLead('email'),
    ofLead('phone'),
    ofLead('website'),
    ofLead('city'),
    ofLead('country'),
    ofLead('about'),
    {
      name: 'status',
      shown: ({ status }) => status,
      take: (to, from) => ({ ...to, status: from.status, statusReason: from.statusReason }),
    },
    ofLead('source'),
    ofLead('ownerId'),
    ofLead('businessLicenseId'),
  ],
  join: joinTags,
  joined: TAGS,
  customOf: ({ custom }) => custom,
  withCustom: (data, custom) => ({ ...data, custom }),
};
