/** Bulk actions on contacts. */
import { ContactBulkSet, type FieldChange } from '../../../../records/contract.ts';
import { changesBetween } from '../../engine/contacts/contact-changes.ts';
import { BLANK_CONTACT, type ContactData } from '../../engine/contacts/contact-data.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { type BulkKind, type EditAction, retag } from '../../../../records/server/bulk/bulk-kind.ts';
import { changingChoices, settingOwn } from '../../../../records/server/custom-fields/bulk-edit.ts';
import { contactKind } from './kind.ts';
import { companiesOfThen } from './references.ts';
import { type DbRow, toData } from './rows.ts';
import { applyToContact, lockContacts } from './service.ts';
import { updateContacts } from './write.ts';

/** A contact with the name of its company. */
export interface ContactImage {
  data: ContactData;
  companyName: string;
}

export const contactBulk: BulkKind<DbRow, ContactImage> = {
  list: contactKind,
  prepare,
  lock: async (ids) =>
    (await lockContacts(ids)).map((row) => ({
      id: row.id,
      version: row.version,
      image: { data: toData(row), companyName: row.company_name ?? '' },
    })),
  differences: (before, after): FieldChange[] => changesBetween(before, after),
  write: (changes) =>
    updateContacts(changes.map(({ id, version, before, image }) => ({ id, version, before, ...image }))),
  besides: true,
  revive,
};

async function prepare(action: EditAction): Promise<(image: ContactImage) => ContactImage> {
  switch (action.kind) {
    case 'addTags':
    case 'removeTags': {
      const change = retag(action, uniqueTags);
      return (image) => ({ ...image, data: { ...image.data, tags: change(image.data.tags) } });
    }
    case 'addChoices':
    case 'removeChoices': {
      const change = await changingChoices('contact', action);
      return (image) => ({ ...image, data: { ...image.data, custom: change(image.data.custom) } });
    }
    case 'assign': {
      await applyToContact(BLANK_CONTACT, { ownerId: action.ownerId });
      return (image) => ({ ...image, data: { ...image.data, ownerId: action.ownerId } });
    }
    case 'edit':
      return preparedEdit(ContactBulkSet.parse(action.set));
  }
}

async function preparedEdit({
  city,
  country,
  custom = {},
  ...fields
}: ReturnType<typeof ContactBulkSet.parse>): Promise<(image: ContactImage) => ContactImage> {
  const address = { ...(city === undefined ? {} : { city }), ...(country === undefined ? {} : { country }) };
  // Checked and normalized once; what is the same for all need not be done for each.
  const { data: set, companyName } = await applyToContact(BLANK_CONTACT, { ...fields, address, custom });
  const plain = Object.fromEntries(
    Object.keys({ ...fields, ...address }).map((field) => [field, set[field as keyof ContactData]]),
  );
  const setOwn = settingOwn(custom, set.custom);
  return ({ data, companyName: present }) => ({
    data: { ...data, ...plain, custom: setOwn(data.custom) },
    companyName: fields.companyId === undefined ? present : companyName,
  });
}

/** The company of then may have another name, or be gone. */
async function revive(images: ContactImage[]): Promise<ContactImage[]> {
  const companyOf = await companiesOfThen(images.map(({ data }) => data.companyId));
  return images.map(({ data }) => {
    const { id, name } = companyOf(data.companyId);
    return { data: { ...data, companyId: id }, companyName: name };
  });
}
