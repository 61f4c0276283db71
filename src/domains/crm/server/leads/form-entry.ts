/** An entry of a web form as a lead. */
import { AppError } from '../../../../kernel/errors.ts';
import { query } from '../../../../server/db/index.ts';
import { withCause } from '../../../../server/events/cause.ts';
import type { LeadForm } from '../../contract/lead-forms.ts';
import { type Lead, LeadFields, type NewLead } from '../../contract/leads.ts';
import { BLANK_LEAD } from '../../engine/leads/lead-data.ts';
import { applyToLead } from './input.ts';
import { createLead } from './service.ts';

export type StoredForm = Pick<
  LeadForm,
  | 'id'
  | 'name'
  | 'key'
  | 'fields'
  | 'source'
  | 'ownerId'
  | 'tags'
  | 'button'
  | 'thanks'
  | 'consentText'
  | 'origins'
  | 'confirmEmail'
  | 'needsApproval'
  | 'enabled'
  | 'language'
>;

/** Values that a lead takes from its form. */
type Source = Pick<StoredForm, 'name' | 'source' | 'tags' | 'ownerId'>;

/** Entered values as fields of a lead. A visitor cannot choose the owner. */
export function leadInput(
  form: Pick<Source, 'name' | 'source' | 'tags'>,
  data: Readonly<Record<string, string>>,
): NewLead {
  const { message, ...fields } = data;
  return { ...fields, ...(message && { about: message }), source: form.source || form.name, tags: form.tags };
}

/**
 * Without an owner of its own, or with one who has left, the form leaves the choice to the rules: a visitor is never
 * turned away for it.
 */
async function ownerOf({ ownerId }: Source): Promise<Pick<NewLead, 'ownerId'>> {
  const present =
    ownerId === null ? [] : await query('select 1 from workspace_people where id = $1 and active', [ownerId]);
  return present.length > 0 ? { ownerId } : {};
}

/** @throws AppError `validation` that names each field of the entry that a lead cannot have */
export async function checkEntry(
  source: Pick<Source, 'name' | 'source' | 'tags'>,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  const parsed = LeadFields.safeParse(leadInput(source, data));
  if (!parsed.success) {
    throw new AppError('validation', 'Some values are not valid.', {
      fields: parsed.error.issues.map((issue) => ({
        field: issue.path.join('.') === 'about' ? 'message' : issue.path.join('.'),
        message: issue.message,
      })),
    });
  }
  await applyToLead(BLANK_LEAD, parsed.data);
}

/**
 * Creates the lead of an entry that came in by a page of its own kind, such as a funnel.
 * @throws AppError `validation`
 */
export async function leadOfPage(
  page: Pick<Source, 'name' | 'source' | 'tags'> & { id: string },
  data: Readonly<Record<string, string>>,
  origin: Record<string, string>,
): Promise<Lead> {
  const by = { kind: 'form', id: page.id, name: page.name } as const;
  return withCause({ runId: page.id, chain: [], by }, async () => createLead(leadInput(page, data), { origin }));
}

/**
 * Creates the lead of an entry.
 * @param form with `isDeleted` where only its name is left: the lead says by which form it came all the same
 * @throws AppError `validation`
 */
export function leadOfEntry(
  form: Source & { id: string; isDeleted?: true },
  data: Readonly<Record<string, string>>,
  origin: Record<string, string>,
): Promise<Lead> {
  const by = { kind: 'form', id: form.id, name: form.name } as const;
  return withCause({ runId: form.id, chain: [], by }, async () =>
    createLead(
      { ...leadInput(form, data), ...(await ownerOf(form)) },
      form.isDeleted ? undefined : { formId: form.id, origin },
    ),
  );
}
