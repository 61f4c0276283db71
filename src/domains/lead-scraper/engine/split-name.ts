const PREFIX = /^(?:(?:Dr|Prof|Mr|Mrs|Ms|Dipl)\.?\s+)+/;
const SUFFIX = /,?\s+(?:Jr|Sr|PhD|MD|MBA|CPA|DDS|Esq|II|III)\.?$/;

/** First and last name of a person as pages write it; academic titles are left out. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.replace(PREFIX, '').replace(SUFFIX, '').trim().split(/\s+/).filter(Boolean);
  if (words.length < 2) return { firstName: words[0] ?? '', lastName: '' };
  // "de la Cruz" belongs together.
  const at = words.findIndex((word, i) => i > 0 && /^(?:van|von|de|da|del|di|der|den|la|le|bin|al)$/.test(word));
  const cut = at > 0 ? at : words.length - 1;
  return { firstName: words.slice(0, cut).join(' ').slice(0, 120), lastName: words.slice(cut).join(' ').slice(0, 120) };
}
