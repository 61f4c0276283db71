/** Bulk actions on contacts. */
import { ContactBulkSet, type FieldChange } from '../../contract.ts';
import { changesBetween } from '../../engine/changes.ts';
import { BLANK_CONTACT, type ContactData, uniqueTags } from '../../engine/contact-data.ts';
import { type BulkKind, type EditAction, retag } from '../records/bulk-kind.ts';
import { changingChoices, settingOwn } from '../records/own-edit.ts';
import { contactKind } from './kind.ts';
import { companyKey } from '../../engine/companies/company-data.ts';
import { companiesByName } from './references.ts';
import { type DbRow, toData } from './rows.ts';
import { applyToContact, lockContacts } from './service.ts';
import { updateContacts } from './write.ts';

/** A contact with its company by name: what undo puts back outlives the company. */
export interface ContactImage {
  data: ContactData;
  companyName: string;
}

export const contactBulk: BulkKind<DbRow, ContactImage> = {
  list: contactKind,
  prepare,
  lock: async (ids) => (await lockContacts(ids)).map((row) => ({ id: row.id, version: row.version, image: { data: toData(row), companyName: row.company_name ?? '' } })),
  differences: (before, after): FieldChange[] => changesBetween(before, after),
  write: (changes) => updateContacts(changes.map(({ id, version, before, image }) => ({ id, version, before, ...image }))),
  besides: true,
  revive,
};

async function prepare(action: EditAction): Promise<(image: ContactImage) => ContactImage> {
  switch (action.kind) {
    case 'addTags': case 'removeTags': {
      const change = retag(action, uniqueTags);
      return (image) => ({ ...image, data: { ...image.data, tags: change(image.data.tags) } });
    }
    case 'addChoices': case 'removeChoices': {
      const change = await changingChoices('contact', action);
      return (image) => ({ ...image, data: { ...image.data, custom: change(image.data.custom) } });
    }
    case 'assign': {
      await applyToContact(BLANK_CONTACT, { ownerId: action.ownerId });
      return (image) => ({ ...image, data: { ...image.data, ownerId: action.ownerId } });
    }
    case 'edit': return preparedEdit(ContactBulkSet.parse(action.set));
  }
}

async function preparedEdit({ city, country, custom = {}, ...fields }: ReturnType<typeof ContactBulkSet.parse>): Promise<(image: ContactImage) => ContactImage> {
  const address = { ...(city === undefined ? {} : { city }), ...(country === undefined ? {} : { country }) };
  // Checked and normalised once; what is the same for all need not be done for each.
  const { data: set, companyName } = await applyToContact(BLANK_CONTACT, { ...fields, address, custom });
  const plain = Object.fromEntries(Object.keys({ ...fields, ...address }).map((field) => [field, set[field as keyof ContactData]]));
  const setOwn = settingOwn(custom, set.custom);
  return ({ data, companyName: present }) => ({ data: { ...data, ...plain, custom: setOwn(data.custom) }, companyName: fields.companyId === undefined ? present : companyName });
}

/** The company of then may be gone: it comes back by its name. */
async function revive(images: ContactImage[]): Promise<ContactImage[]> {
  const companies = await companiesByName(images.map((image) => image.companyName).filter(Boolean));
  return images.map((image) => {
    const company = companies.get(companyKey(image.companyName));
    return { data: { ...image.data, companyId: company?.id ?? (image.companyName ? null : image.data.companyId) }, companyName: company?.name ?? '' };
  });
}
