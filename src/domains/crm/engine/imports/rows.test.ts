import { describe, expect, it } from 'vitest';
import type { ImportOptions } from '../../contract/imports.ts';
import { describeColumns } from './mapping.ts';
import { parseMoney } from './money-cell.ts';
import { opportunityRows } from './opportunity-row.ts';
import { companyRows } from './company-row.ts';
import { contactRows } from './contact-row.ts';
import { leadRows } from './lead-row.ts';
import { guessNotation } from './notation.ts';
import { parseNumber } from '../../../../records/engine/cell-values.ts';
import { compileRowReader } from './row-reader.ts';

const options: ImportOptions = {
  matchOn: [],
  onMatch: 'skip',
  update: 'fill',
  defaultCountry: 'US',
  dateOrder: 'mdy',
  decimal: 'point',
  ownerId: null,
  tags: [],
  source: 'Fair',
  ownerNames: {},
  pipelineId: null,
  currency: null,
};

describe('an amount of money', () => {
  it.each([
    ['1234.5', '1234.5', null],
    ['€ 1.234,50', '1234.50', 'EUR'],
    ['1.234,50 €', '1234.50', 'EUR'],
    ['USD 12,000', '12000', 'USD'],
    ['12500.00 CHF', '12500.00', 'CHF'],
    ['$1,234,567.89', '1234567.89', null],
    ["1'000.00", '1000.00', null],
    ['US$ 5', '5', 'USD'],
    ['123456789012345.1234', '123456789012345.1234', null],
    ['1 000,-', '1000', null],
    ['0.10', '0.10', null],
  ])('is read exactly: %s', (cell, amount, currency) => expect(parseMoney(cell)).toEqual({ amount, currency }));
  it.each(['12k', '-5', '(500)', 'free', '5 apples', '1.2.3', '', '12 XQQ'])('is not guessed at: %s', (cell) =>
    expect(parseMoney(cell)).toBeUndefined(),
  );
});

describe('a number', () => {
  it.each([
    ['1.234,50', 1234.5, 1234.5],
    ['1,234.50', 1234.5, 1234.5],
    ['1.234', 1.234, 1234],
    ['1,234', 1234, 1.234],
    ['-12,5 %', -12.5, -12.5],
    ['1.234.567', 1_234_567, 1_234_567],
    ['12,34,567.5', 1_234_567.5, 1_234_567.5],
    ['0,125', 0.125, 0.125],
    ['1e3', 1000, 1000],
    ['.5', 0.5, 0.5],
    ["1'000", 1000, 1000],
    ['10001', 10_001, 10_001],
  ])('is read with a decimal point, and with a comma: %s', (text, withPoint, withComma) => {
    expect([parseNumber(text, 'point'), parseNumber(text, 'comma')]).toEqual([withPoint, withComma]);
  });
  it.each(['1.2.3', '13.05.2026', '1,234,56', '1,2.3,4', '', '.', 'x'])('is not guessed at: %s', (text) =>
    expect(parseNumber(text)).toBeUndefined(),
  );
});

describe('how a file is written', () => {
  const at = (country: string, delimiter: string, ...columns: string[][]) =>
    guessNotation(
      columns[0]!.map((_, i) => columns.map((column) => column[i]!)),
      { delimiter, country },
    );
  it('is told by the values that leave no choice', () => {
    expect(at('US', ';', ['03.04.2026', '13.05.2026', ''], ['1.234', '12,50', '7'])).toEqual({
      dateOrder: 'dmy',
      decimal: 'comma',
    });
    expect(at('DE', ',', ['03/04/2026', '05/13/2026', ''], ['1,234', '12.50', '7'])).toEqual({
      dateOrder: 'mdy',
      decimal: 'point',
    });
    expect(at('US', ';', ['2026-01-02', '2026-03-04'], ['1,234.5', '2,345'])).toEqual({
      dateOrder: 'ymd',
      decimal: 'point',
    });
  });
  it('is what the country and such files usually have, where no value tells', () => {
    expect(at('US', ',', ['03/04/2026'], ['1.234'])).toEqual({ dateOrder: 'mdy', decimal: 'point' });
    expect(at('GB', ';', ['03/04/2026'], ['1.234'])).toEqual({ dateOrder: 'dmy', decimal: 'comma' });
    expect(at('US', ';', ['03.04.2026'], ['']).dateOrder).toBe('dmy');
  });
});

describe('a phone number without a prefix', () => {
  it.each([
    ['Deutschland', '030/1234567', '+49301234567'],
    ['germany', '030 1234567', '+49301234567'],
    ['DE', '030-1234567', '+49301234567'],
    ['U.K.', '020 7946 0018', '+442079460018'],
    ['España', '912 34 56 78', '+34912345678'],
    ['USA', '(415) 555-0100', '+14155550100'],
    ['', '(415) 555-0100', '+14155550100'],
    ['Atlantis', '(415) 555-0100', '+14155550100'],
    ['France', '+1 415 555 0100', '+14155550100'],
  ])('is one of the country that the row names, wherever that stands: %s', (country, phone, expected) => {
    const columns = [
      { index: 0, target: 'phone' },
      { index: 1, target: 'country' },
    ];
    const contact = compileRowReader(contactRows, columns, options, new Map(), 2)([phone, country]);
    expect(contact).toMatchObject({ errors: [], entry: { phones: [{ value: expected }] } });
    const named = [...columns, { index: 2, target: 'name' }];
    expect(compileRowReader(companyRows, named, options, new Map(), 3)([phone, country, 'Acme'])).toMatchObject({
      errors: [],
      entry: { phone: expected },
    });
    expect(compileRowReader(leadRows, columns, options, new Map(), 2)([phone, country])).toMatchObject({
      errors: [],
      entry: { phone: expected },
    });
  });
});

it('words that come again and again are choices, several in a cell where something parts them', () => {
  const values = ['Gold', 'Silver', 'Gold', 'Gold;Bronze', 'Silver', 'Gold', 'Silver;Gold', 'Bronze', 'Gold'];
  const [single, several, free] = describeColumns(
    'contact',
    [['Level', 'Levels', 'Motto'], ...values.map((value, i) => [value.split(';')[0]!, value, `Says ${i}`])],
    true,
  );
  expect([single, several, free].map((column) => column!.guess.kind)).toEqual(['select', 'multi', 'text']);
});

describe('a row', () => {
  const read = compileRowReader(
    opportunityRows,
    ['name', 'amount', 'currency', 'probability', 'forecast', 'expectedClose'].map((target, index) => ({
      index,
      target,
    })),
    options,
    new Map(),
    6,
  );
  it('of an opportunity is read whole', () => {
    expect(read(['Big one', '$ 12,500.50', 'cad', '75%', 'Best case', '3/4/2027'])).toMatchObject({
      errors: [],
      entry: {
        name: 'Big one',
        amount: '12500.50',
        currency: 'CAD',
        probability: 75,
        forecast: 'best',
        expectedClose: '2027-03-04',
        source: 'Fair',
      },
    });
  });
  it('says everything that is wrong with it', () => {
    expect(read(['', '€ 5', 'USD', '175', 'maybe', '31/31/2027']).errors).toHaveLength(4);
    expect(read(['x', '', '', '', '', '', 'too many']).errors[0]).toContain('7 cells');
  });
  it('of a lead takes what other programs call a status', () => {
    const lead = compileRowReader(
      leadRows,
      [
        { index: 0, target: 'company' },
        { index: 1, target: 'status' },
      ],
      options,
      new Map(),
      2,
    );
    expect(
      ['Open - Not Contacted', 'Contacted', 'MQL', 'Disqualified'].map((status) => lead(['Acme', status]).entry.status),
    ).toEqual(['new', 'working', 'qualified', 'unqualified']);
    expect(lead(['Acme', 'Converted']).errors[0]).toContain('contact');
  });
});

it.each([
  [
    'opportunity',
    'Opportunity Name,Account Name,Stage,Amount,Close Date,Probability (%),Opportunity Owner,Next Step',
    ['name', 'company', 'stage', 'amount', 'expectedClose', 'probability', 'owner', 'nextStep'],
  ],
  [
    'opportunity',
    'Deal Name,Pipeline,Deal Stage,Amount,Close Date,Deal owner,Associated Company (Primary)',
    ['name', 'pipeline', 'stage', 'amount', 'expectedClose', 'owner', 'company'],
  ],
  [
    'lead',
    'First Name,Last Name,Company,Title,Email,Phone,Lead Source,Lead Status,Lead Owner',
    ['firstName', 'lastName', 'company', 'title', 'email', 'phone', 'source', 'status', 'owner'],
  ],
  [
    'contact',
    'Person - Name,Person - Organization,Person - Email - Work,Person - Phone - Mobile,Person - Label',
    ['fullName', 'company', 'email:work', 'phone:mobile', 'tags'],
  ],
  [
    'contact',
    'Vorname,Nachname,Firma,E-Mail,Telefon geschäftlich,Mobiltelefon,Straße,PLZ,Ort,Land',
    [
      'firstName',
      'lastName',
      'company',
      'email',
      'phone:work',
      'phone:mobile',
      'street',
      'postalCode',
      'city',
      'country',
    ],
  ],
  [
    'opportunity',
    'Deal - Title,Deal - Value,Deal - Stage,Deal - Organization,Deal - Expected close date',
    ['name', 'amount', 'stage', 'company', 'expectedClose'],
  ],
  ['company', 'Company name,Contact name,Organization - Industry', ['name', null, 'industry']],
  [
    'company',
    'Company name,Company Domain Name,Industry,Phone Number,City,Country/Region',
    ['name', 'website', 'industry', 'phone', 'city', 'country'],
  ],
] as const)('columns of other programs’ files of %s records are known', (kind, header, targets) => {
  const columns = describeColumns(kind, [header.split(','), header.split(',').map((_, i) => `value ${i}`)], true);
  expect(columns.map((column) => column.guess.target)).toEqual(targets);
});

it('a column that is called as a field of one’s own fills that field, unless the kind has one of that name', () => {
  const own = [
    { key: 'room_no', label: 'Room No.' },
    { key: 'title', label: 'Title' },
    { key: 'level', label: 'Level' },
  ];
  const targets = (header: string, hasHeader = true) =>
    describeColumns('contact', [header.split(','), header.split(',').map((_, i) => `value ${i}`)], hasHeader, own).map(
      ({ guess }) => [guess.target, guess.by],
    );
  expect(targets('room no,Title,LEVEL,Level')).toEqual([
    ['custom:room_no', 'header'],
    ['title', 'header'],
    ['custom:level', 'header'],
    [null, 'none'],
  ]);
  expect(targets('Job title,Title')).toEqual([
    ['title', 'header'],
    ['custom:title', 'header'],
  ]);
  expect(targets('Level,Title', false)).toEqual([
    [null, 'none'],
    [null, 'none'],
  ]);
  // Several columns may fill notes, tags and numbers together; one's own field comes first all the same, but for the
  // heading that a file of one's own gives them.
  const more = ['Notes', 'Mobile', 'Phone'].map((label) => ({ key: label.toLowerCase(), label }));
  const mapped = (header: string, fields: typeof more) =>
    describeColumns('contact', [header.split(','), header.split(',').map((_, i) => `value ${i}`)], true, fields).map(
      ({ guess }) => guess.target,
    );
  expect(mapped('Phone,Notes,Mobile,Phone', more)).toEqual(['phone', 'custom:notes', 'custom:mobile', 'custom:phone']);
  expect(mapped('Phone,Notes,Mobile,Phone', [])).toEqual(['phone', 'note', 'phone:mobile', 'phone']);
});
