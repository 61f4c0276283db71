/** Lead fields in web forms and funnel forms. */
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
