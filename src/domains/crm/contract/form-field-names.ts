/** What forms may ask for to fill a lead: web forms and forms of funnels. */
export const FORM_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'companyName',
  'title',
  'website',
  'city',
  'country',
  'message',
] as const;
