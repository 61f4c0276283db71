/** What the fields of opportunities are called on screens. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'Name', amount: 'Amount', currency: 'Currency', stage: 'Stage', stageId: 'Stage', pipeline: 'Pipeline', probability: 'Probability', forecast: 'Forecast', expectedClose: 'Expected to close', ownerId: 'Owner', contactId: 'Contact', contact: 'Contact',
  companyId: 'Company', company: 'Company', businessLicenseId: 'Business licence', source: 'Source', nextStep: 'Next step', description: 'Description', lines: 'Products', people: 'People', closeReasonId: 'Reason', closeReason: 'Reason',
  closeNote: 'Note on closing', tags: 'Tags',
};
