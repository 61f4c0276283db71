/** Columns of a web form as the server works with it; the table is `f`. */
export const FORM_COLUMNS = `f.id, f.version, f.name, f.key, f.fields, f.source, f.owner_id as "ownerId", f.tags, f.button, f.thanks, f.consent_text as "consentText", f.origins,
  f.confirm_email as "confirmEmail", f.needs_approval as "needsApproval", f.enabled, f.language`;
