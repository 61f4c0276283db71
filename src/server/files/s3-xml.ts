/**
 * Reads S3's answers: flat XML whose element names never nest in themselves, with keys of our own letters and digits.
 * Two patterns suffice.
 */

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The inner XML of every element called `name`. */
export function blocks(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g')), (match) => match[1] ?? '');
}

/** The text of the first element called `name`, undefined when there is none or it is empty. */
export function text(xml: string, name: string): string | undefined {
  const inner = blocks(xml, name)[0];
  return inner ? inner.replace(/&(\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole) : undefined;
}
