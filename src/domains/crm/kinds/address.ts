/** The postal address of a contact or a company. */
import { text } from '../../../records/define-record.ts';

export const ADDRESS = {
  street: text(300, { label: 'Street', group: 'address', search: 'words', import: [], compare: true }),
  city: text(120, {
    label: 'City',
    group: 'address',
    list: 130,
    choices: 'cities',
    filter: 'text',
    sort: 'on demand',
    search: 'words',
    bulk: true,
    import: [],
    form: '',
    formula: true,
    compare: true,
  }),
  region: text(120, { label: 'Region', group: 'address', filter: 'text', search: 'words', import: [] }),
  postalCode: text(20, { label: 'Postal code', group: 'address', filter: 'text', search: 'words', import: [] }),
  country: text(80, {
    label: 'Country',
    group: 'address',
    list: 130,
    choices: 'countries',
    filter: 'select',
    sort: 'on demand',
    search: 'frequent',
    bulk: true,
    import: [],
    form: '',
    formula: true,
    compare: true,
  }),
} as const;
