/** Validates typed input or a web form's entry and applies it to a lead. */
import { AppError, type FieldError } from '../../../../kernel/errors.ts';
import type { LeadFields } from '../../contract/leads.ts';
import { uniqueTags } from '../../../../records/engine/tags.ts';
import { readCustom } from '../../engine/contacts/contact-input.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import type { LeadData } from '../../engine/leads/lead-data.ts';
import { parsePhone } from '../../../../records/engine/phone.ts';
import { parseUrl } from '../../../../records/engine/url.ts';
import { referenceErrors } from '../contacts/references.ts';
import { customDefinitions, workspaceSettings } from '../../../../records/server/workspace.ts';

const PLAIN = [
  'firstName',
  'lastName',
  'companyName',
  'title',
  'city',
  'country',
  'about',
  'status',
  'statusReason',
  'source',
  'ownerId',
  'businessLicenseId',
] as const;

/** @throws AppError `validation` that names each field which cannot be accepted */
export async function applyToLead(current: LeadData, input: LeadFields): Promise<LeadData> {
  const data = { ...current };
  const errors: FieldError[] = [];
  for (const field of PLAIN) if (input[field] !== undefined) Object.assign(data, { [field]: input[field] });
  if (input.tags) data.tags = uniqueTags(input.tags);
  const { country } = await workspaceSettings();
  const read = (field: 'email' | 'phone' | 'website', parse: (text: string) => string | undefined, message: string) => {
    const text = input[field];
    if (text === undefined) return;
    const value = text === '' ? '' : parse(text);
    if (value === undefined) errors.push({ field, message });
    else data[field] = value;
  };
  read('email', parseEmail, 'That is not a complete email address, such as ada@example.com.');
  read('phone', (text) => parsePhone(text, country)?.value, 'Enter a phone number, such as +1 415 555 0100.');
  read('website', parseUrl, 'Enter a URL such as https://example.com.');
  if (input.custom) {
    const definitions = new Map((await customDefinitions('lead')).map((definition) => [definition.key, definition]));
    data.custom = readCustom(data.custom, input.custom, { country, customFields: definitions }, errors);
  }
  // A reason belongs to the status that it explains.
  if (data.status !== 'unqualified') data.statusReason = '';
  errors.push(...(await referenceErrors({ ownerId: input.ownerId, businessLicenseId: input.businessLicenseId })));
  if (errors.length > 0)
    throw new AppError('validation', errors.length === 1 ? errors[0]!.message : 'Some values are not valid.', {
      fields: errors,
    });
  return data;
}

export function isNameless(data: LeadData): boolean {
  return !data.firstName && !data.lastName && !data.companyName && !data.email && !data.phone;
}
