import { describe, expect, it } from 'vitest';
import { amountsOf, readReceipt } from './receipt-text.ts';

const US = { today: '2026-11-20', currency: 'USD' };
const values = (text: string, context = US) =>
  Object.fromEntries(Object.entries(readReceipt(text, context)).map(([key, found]) => [key, found?.value ?? null]));

describe('the text of a receipt', () => {
  it('of an American shop', () => {
    const text =
      'HARBOR HARDWARE\n1420 Dock Street\nPortland, OR 97209\nTel (503) 555-0142\n\nDate: 11/14/2026 10:42 AM\nHammer 16oz $24.99\nNails 2in $6.49\nSubtotal $31.48\nSales Tax 8.25% $2.60\nTOTAL $34.08\nVISA ************4417\nThank you!';
    expect(values(text)).toEqual({
      merchant: 'Harbor Hardware',
      day: '2026-11-14',
      total: '34.08',
      tax: '2.60',
      currency: 'USD',
      itemsTotal: '31.48',
      cardLast4: '4417',
    });
    expect(readReceipt(text, US).total!.confidence).toBeGreaterThan(0.95);
  });

  it('of a German restaurant, with commas and dots', () => {
    const text =
      'Osteria Ponte\nLindenstraße 12, 10969 Berlin\nRechnung Nr. 2231\n03.11.2026 20:14\n2x Pasta 27,80\n1x Wein 6,50\nSumme EUR 34,30\nenthaltene MwSt 19% 5,48';
    expect(values(text, { today: '2026-11-20', currency: 'EUR' })).toMatchObject({
      merchant: 'Osteria Ponte',
      day: '2026-11-03',
      total: '34.30',
      tax: '5.48',
      currency: 'EUR',
    });
  });

  it('of a British shop, day before month', () => {
    expect(
      values(
        'Corner Larder Ltd\nVAT No 123 4567 89\n05/10/26 09:12\nMilk £1.20\nBread £2.10\nTotal to pay £3.30\nCash £5.00\nChange £1.70',
        { today: '2026-11-20', currency: 'GBP' },
      ),
    ).toMatchObject({ merchant: 'Corner Larder Ltd', day: '2026-10-05', total: '3.30', tax: null, currency: 'GBP' });
  });

  it('takes the grand total with the tip over the total before it', () => {
    expect(
      values(
        'Noodle Yard\nMar 4, 2026\nRamen 14.00\nSubtotal 14.00\nTax 1.12\nTotal 15.12\nTip 3.00\nGrand Total 18.12\nCard ending in 0931',
      ),
    ).toMatchObject({ day: '2026-03-04', total: '18.12', tax: '1.12', cardLast4: '0931' });
  });

  it('finds the amount on the line after its word, and thousands', () => {
    expect(
      values('Pixelworks GmbH\nInvoice 7781\n2026-09-30\nLaptop\n1.299,00\nGesamtbetrag\n1.299,00 €', {
        today: '2026-11-20',
        currency: 'EUR',
      }),
    ).toMatchObject({ total: '1299.00', day: '2026-09-30', currency: 'EUR' });
    expect(amountsOf('A 1,234.50 B 2 345,60 C 10:30 D 19.00% E 12/10/2026').map(String)).toEqual(['1234.5', '2345.6']);
  });

  it('is less sure of what is ambiguous, unlabelled or badly read', () => {
    const clear = readReceipt('Cafe Blue\n11/25/2025\nTotal 4.00', US);
    const ambiguous = readReceipt('Cafe Blue\n11/05/2025\nTotal 4.00', US);
    expect(ambiguous.day!.confidence).toBeLessThan(clear.day!.confidence);
    expect(readReceipt('Cafe Blue\n4.00', US).total).toMatchObject({ value: '4.00', confidence: 0.35 });
    expect(readReceipt('Cafe Blue\nTotal 4.00', { ...US, certainty: 0.5 }).total!.confidence).toBeLessThan(0.5);
  });

  it('says nothing where there is nothing, and nothing of the future', () => {
    expect(values('')).toEqual({
      merchant: null,
      day: null,
      total: null,
      tax: null,
      currency: null,
      itemsTotal: null,
      cardLast4: null,
    });
    expect(values('Shop\n12/24/2027\nTotal 5.00').day).toBeNull();
    expect(values('Shop\n31/02/2026\nTotal 5.00').day).toBeNull();
  });
});
