import { expect, it } from 'vitest';
import { licenseName, licenseOptions } from './license-options.ts';

const licenses = [
  { id: 'a', name: 'Harbour permit', number: '' },
  { id: 'b', name: 'Food permit', number: 'F-1' },
];
const options = [
  { value: 'a', label: 'Harbour permit' },
  { value: 'b', label: 'Food permit (F-1)' },
];

it('a record shows its license in words, also while that lies in the trash', () => {
  expect(licenseOptions(licenses, null)).toEqual(options);
  expect(licenseOptions(licenses, 'b')).toEqual(options);
  expect(licenseOptions(licenses, 'gone')).toEqual([...options, { value: 'gone', label: 'Deleted license' }]);
  // Before they are read, none is called deleted.
  expect(licenseOptions(undefined, 'a')).toEqual([{ value: 'a', label: '…' }]);
});

it('filters and timelines call it by the same words as records do', () => {
  expect(licenseName(licenses, 'b')).toBe('Food permit');
  expect(licenseName(licenses, 'gone')).toBe(licenseOptions(licenses, 'gone').at(-1)!.label);
  expect(licenseName(undefined, 'b')).toBe('…');
});
