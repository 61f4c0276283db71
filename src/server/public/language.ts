/** Language and direction of public pages. */

/** A language tag (BCP 47) in its usual spelling; undefined for one that does not exist. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim())[0];
  } catch {
    return undefined;
  }
}

const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** Direction in which the language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  try {
    const { script } = new Intl.Locale(language).maximize();
    return script && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}

/** The first of `offered` that the reader prefers (`Accept-Language`, RFC 9110); otherwise the fallback. */
export function preferredLanguage<L extends string>(header: string, offered: readonly L[], fallback: L): L {
  const wanted = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { tag } of wanted) {
    const found = offered.find((one) => one === tag || tag.startsWith(`${one}-`));
    if (found) return found;
  }
  return fallback;
}
