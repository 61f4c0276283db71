import { describe, expect, it } from 'vitest';
import { counted, dayTitle, duration, fileSize, phoneText, telHref } from '../../../../records/web/format.ts';

describe('words for figures', () => {
  it('writes sizes in steps of 1,024', () => {
    expect([0, 1023, 1024, 1_500_000, 200 * 1024 * 1024].map(fileSize)).toEqual([
      '0 B',
      '1,023 B',
      '1 kB',
      '1.4 MB',
      '200 MB',
    ]);
  });
  it('counts one and many', () => {
    expect([counted(1, 'row'), counted(0, 'row'), counted(2013, 'company', 'companies')]).toEqual([
      '1 row',
      '0 rows',
      '2,013 companies',
    ]);
  });
  it('says how long something takes', () => {
    expect([1, 59, 90, 3600, 3900].map(duration)).toEqual([
      '1 second',
      '59 seconds',
      '2 minutes',
      '1 hour',
      '1 hour 5 minutes',
    ]);
  });
});

describe('phone numbers', () => {
  it('spaces North American ones and names the extension', () => {
    expect(phoneText({ value: '+19553710847', ext: '371' })).toBe('+1 955 371 0847 ext. 371');
    expect(
      ['+4930123456', '+442079460958', '+74951234567', '+35312345678', 'call me', ''].map((value) =>
        phoneText({ value }),
      ),
    ).toEqual(['+49 30123456', '+44 2079460958', '+7 4951234567', '+353 12345678', 'call me', '']);
    expect(telHref({ value: '+19553710847', ext: '371' })).toBe('tel:+19553710847;ext=371');
  });
});

describe('days', () => {
  it('names the two last days, across a month', () => {
    const now = new Date(2026, 10, 1, 9);
    expect(dayTitle(new Date(2026, 10, 1, 0, 1).toISOString(), now)).toBe('Today');
    expect(dayTitle(new Date(2026, 9, 31, 23, 59).toISOString(), now)).toBe('Yesterday');
    expect(dayTitle(new Date(2026, 9, 30).toISOString(), now)).toContain('2026');
  });
});
