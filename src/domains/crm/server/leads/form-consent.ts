/** A visitor's consent in a web form, as a ledger entry. */
import { recordConsent } from '../../../messaging/index.ts';
import type { StoredForm } from './form-entry.ts';

/** Records that the visitor checked the form's box; nothing for a form without one. */
export async function recordFormConsent(
  form: Pick<StoredForm, 'id' | 'name' | 'consentText'>,
  entryId: string,
  data: Readonly<Record<string, string>>,
  origin: Readonly<Record<string, string>>,
): Promise<void> {
  const wording = origin['consent'];
  if (!wording || !data['email']) return;
  await recordConsent({
    channel: 'email',
    purpose: 'service',
    address: data['email'],
    state: 'granted',
    wording,
    source: 'form',
    proof: { form: form.name, entry: entryId, ...(origin['page'] && { page: origin['page'] }) },
  });
}
