import { describe, expect, it } from 'vitest';
import type { ImportOptions } from '../../contract/imports.ts';
import { describeColumns } from './mapping.ts';
import { parseMoney } from './money-cell.ts';
import { opportunityRows } from './opportunity-row.ts';
import { leadRows } from './lead-row.ts';
import { compileRowReader } from './row-reader.ts';

const options: ImportOptions = { matchOn: [], onMatch: 'skip', update: 'fill', defaultCountry: 'US', dateOrder: 'mdy', ownerId: null, tags: [], source: 'Fair', pipelineId: null, currency: null };

describe('an amount of money', () => {
  it.each([
    ['1234.5', '1234.5', null], ['€ 1.234,50', '1234.50', 'EUR'], ['1.234,50 €', '1234.50', 'EUR'], ['USD 12,000', '12000', 'USD'], ['12500.00 CHF', '12500.00', 'CHF'],
    ['$1,234,567.89', '1234567.89', null], ["1'000.00", '1000.00', null], ['US$ 5', '5', 'USD'], ['123456789012345.1234', '123456789012345.1234', null], ['1 000,-', '1000', null], ['0.10', '0.10', null],
  ])('is read exactly: %s', (cell, amount, currency) => expect(parseMoney(cell)).toEqual({ amount, currency }));
  it.each(['12k', '-5', '(500)', 'free', '5 apples', '1.2.3', '', '12 XQQ'])('is not guessed at: %s', (cell) => expect(parseMoney(cell)).toBeUndefined());
});

describe('a row', () => {
  const read = compileRowReader(opportunityRows, ['name', 'amount', 'currency', 'probability', 'forecast', 'expectedClose'].map((target, index) => ({ index, target })), options, new Map(), 6);
  it('of an opportunity is read whole', () => {
    expect(read(['Big one', '$ 12,500.50', 'cad', '75%', 'Best case', '3/4/2027'])).toMatchObject({
      errors: [], entry: { name: 'Big one', amount: '12500.50', currency: 'CAD', probability: 75, forecast: 'best', expectedClose: '2027-03-04', source: 'Fair' },
    });
  });
  it('says everything that is wrong with it', () => {
    expect(read(['', '€ 5', 'USD', '175', 'maybe', '31/31/2027']).errors).toHaveLength(4);
    expect(read(['x', '', '', '', '', '', 'too many']).errors[0]).toContain('7 cells');
  });
  it('of a lead takes what other programs call a status', () => {
    const lead = compileRowReader(leadRows, [{ index: 0, target: 'company' }, { index: 1, target: 'status' }], options, new Map(), 2);
    expect(['Open - Not Contacted', 'Contacted', 'MQL', 'Disqualified'].map((status) => lead(['Acme', status]).entry.status)).toEqual(['new', 'working', 'qualified', 'unqualified']);
    expect(lead(['Acme', 'Converted']).errors[0]).toContain('contact');
  });
});

it.each([
  ['opportunity', 'Opportunity Name,Account Name,Stage,Amount,Close Date,Probability (%),Opportunity Owner,Next Step', ['name', 'company', 'stage', 'amount', 'expectedClose', 'probability', 'owner', 'nextStep']],
  ['opportunity', 'Deal Name,Pipeline,Deal Stage,Amount,Close Date,Deal owner,Associated Company (Primary)', ['name', 'pipeline', 'stage', 'amount', 'expectedClose', 'owner', 'company']],
  ['lead', 'First Name,Last Name,Company,Title,Email,Phone,Lead Source,Lead Status,Lead Owner', ['firstName', 'lastName', 'company', 'title', 'email', 'phone', 'source', 'status', 'owner']],
  ['company', 'Company name,Company Domain Name,Industry,Phone Number,City,Country/Region', ['name', 'website', 'industry', 'phone', 'city', 'country']],
] as const)('columns of other programs’ files of %s records are known', (kind, header, targets) => {
  const columns = describeColumns(kind, [header.split(','), header.split(',').map((_, i) => `value ${i}`)], true);
  expect(columns.map((column) => column.guess.target)).toEqual(targets);
});
