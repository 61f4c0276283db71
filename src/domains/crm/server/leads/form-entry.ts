/** An entry of a web form as a lead. */
import type { LeadForm } from '../../contract/lead-forms.ts';
import type { Lead, NewLead } from '../../contract/leads.ts';
import { createLead } from './service.ts';

export type StoredForm = Pick<LeadForm, 'id' | 'name' | 'key' | 'fields' | 'source' | 'ownerId' | 'tags' | 'button' | 'thanks' | 'consentText' | 'origins' | 'confirmEmail' | 'enabled'>;

/** What was entered, in the fields of a lead. */
export function leadInput(form: StoredForm, data: Readonly<Record<string, string>>): NewLead {
  const { message, ...fields } = data;
  return {
    ...fields, ...(message && { about: message }), source: form.source || form.name, tags: form.tags,
    // Without an owner of its own the form leaves the choice to the rules.
    ...(form.ownerId && { ownerId: form.ownerId }),
  };
}

/** Creates the lead of an entry. @throws AppError `validation` */
export function leadOfEntry(form: StoredForm, data: Readonly<Record<string, string>>, origin: Record<string, string>): Promise<Lead> {
  return createLead(leadInput(form, data), { formId: form.id, origin });
}
