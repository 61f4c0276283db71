/** Countries as people and programs write them: `DE`, `Germany`, `Deutschland`, `Allemagne`. */
import { fold } from '../../kernel/text.ts';
import { isCountry } from './phone.ts';

/** Languages whose names for countries are known. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'da', 'sv'];
/** Country names that people write but CLDR does not list. */
const OTHERS: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  holland: 'NL',
  brd: 'DE',
  turkey: 'TR',
  'czech republic': 'CZ',
  uae: 'AE',
  'republic of ireland': 'IE',
  'south korea': 'KR',
  russia: 'RU',
  vietnam: 'VN',
};

let codes: ReadonlyMap<string, string> | undefined;

const plain = (name: string) =>
  fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function byName(): ReadonlyMap<string, string> {
  if (codes) return codes;
  const found = new Map<string, string>();
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  const known = letters.flatMap((one) => letters.map((other) => one + other)).filter(isCountry);
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    // The first language that uses a name has it.
    for (const code of known) {
      const name = plain(names.of(code) ?? '');
      if (name && !found.has(name)) found.set(name, code);
    }
  }
  for (const [name, code] of Object.entries(OTHERS)) found.set(name, code);
  return (codes = found);
}

/**
 * The two-letter code (ISO 3166) of a country by its code or name in one of ten languages; undefined for what is none.
 */
export function countryCode(text: string): string | undefined {
  const trimmed = text.trim();
  const code = trimmed.replaceAll('.', '').toUpperCase();
  if (code.length === 2 && isCountry(code)) return code;
  return byName().get(plain(trimmed)) ?? byName().get(plain(trimmed.replaceAll('.', '')));
}
