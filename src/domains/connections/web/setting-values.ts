import type { ConnectionDetails, SettingField } from '../contract.ts';

export type SettingValue = string | number | boolean;
export type SettingValues = Record<string, SettingValue>;

/** Initial values: the connection's settings, or the provider's defaults. Secrets are blank. */
export function initialSettings(fields: readonly SettingField[], connection?: ConnectionDetails): SettingValues {
  return Object.fromEntries(
    fields.map(({ name, kind, initial, options }) => [
      name,
      connection?.settings[name] ?? initial ?? (kind === 'flag' ? false : kind === 'choice' ? (options[0] ?? '') : ''),
    ]),
  );
}

/**
 * The request: numbers as numbers, without blank optional settings.
 * @param keepsSecrets true if a blank secret keeps the stored one
 */
export function changedSettings(
  fields: readonly SettingField[],
  values: SettingValues,
  keepsSecrets: boolean,
): SettingValues {
  const sent = fields.flatMap(({ name, kind, required }): [string, SettingValue][] => {
    const value = values[name] ?? '';
    if (value === '' && (!required || (kind === 'secret' && keepsSecrets))) return [];
    if (kind === 'number' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()))
      return [[name, Number(value)]];
    return [[name, value]];
  });
  return Object.fromEntries(sent);
}
