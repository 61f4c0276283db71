/** What other domains' pages may use of the CRM's. */
export { UploadCard } from './imports/upload-card.tsx';
export { LeadCheck } from './leads/lead-check.tsx';
export { facetsOf, useFilterChoices } from '../../../records/web/choices.ts';
export { stageTone } from './opportunities/stage-color.tsx';
export { phoneText } from '../../../records/web/format.ts';
export { contactName } from './contacts/contact-name.ts';
