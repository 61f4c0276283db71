import type { ConnectionDetails, SettingField } from '../contract.ts';

export type SettingValue = string | number | boolean;
export type SettingValues = Record<string, SettingValue>;

/** What the form shows first: the connection's settings, else what the provider proposes. Secrets are blank. */
export function initialSettings(fields: readonly SettingField[], connection?: ConnectionDetails): SettingValues {
  return Object.fromEntries(
    fields.map(({ name, kind, initial, options }) => [
      name,
      connection?.settings[name] ?? initial ?? (kind === 'flag' ? false : kind === 'choice' ? (options[0] ?? '') : ''),
    ]),
  );
}

/**
 * What is sent: numbers as numbers, optional settings that were left blank left out.
 * @param keepsSecrets whether a blank secret means that the kept one stays
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
