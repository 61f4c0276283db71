import { describe, expect, it } from 'vitest';
import type { SettingField } from '../contract.ts';
import { changedSettings, initialSettings } from './setting-values.ts';

const field = (name: string, more: Partial<SettingField> = {}): SettingField => ({
  name,
  label: name,
  hint: '',
  kind: 'text',
  required: false,
  options: [],
  initial: null,
  ...more,
});

const FIELDS = [
  field('url', { required: true, initial: 'https://api.example' }),
  field('key', { kind: 'secret', required: true }),
  field('port', { kind: 'number', initial: 587 }),
  field('secure', { kind: 'flag' }),
  field('region', { kind: 'choice', options: ['eu', 'us'] }),
];

describe('settings of a connection', () => {
  it('start from what the provider proposes', () => {
    expect(initialSettings(FIELDS)).toEqual({
      url: 'https://api.example',
      key: '',
      port: 587,
      secure: false,
      region: 'eu',
    });
  });

  it('are sent with numbers as numbers and without blank optional ones', () => {
    const values = { url: 'https://a.example', key: 's3cret', port: ' 2525 ', secure: true, region: 'us' };
    expect(changedSettings(FIELDS, values, false)).toEqual({ ...values, port: 2525 });
    expect(changedSettings(FIELDS, { ...values, port: '' }, false)).not.toHaveProperty('port');
  });

  it('leave a blank secret out only when one is kept', () => {
    const values = { url: 'https://a.example', key: '' };
    expect(changedSettings(FIELDS, values, true)).not.toHaveProperty('key');
    expect(changedSettings(FIELDS, values, false)).toHaveProperty('key', '');
  });
});
