/** Marks of links in emails: a later domain recognizes by them who comes to a website. What is stored stays unmarked. */

/** Changes the address of a link; the same address where it is not to be recognized. */
type MarkLink = (url: string) => string;
/** How the links of a mail to this address are marked, in the present workspace; undefined for not at all. */
type MarksOf = (addressId: string) => Promise<MarkLink | undefined>;

let marksOf: MarksOf | undefined;

export function useLinkMarks(source: MarksOf): void {
  marksOf = source;
}

const HREF = /(<a\b[^>]*?\bhref\s*=\s*)("https?:\/\/[^"]{1,2000}"|'https?:\/\/[^']{1,2000}')/gi;
const PLAIN = /https?:\/\/[^\s<>"'()[\]{}]{1,2000}/gi;
/** It ends the sentence, not the address. */
const PUNCTUATION = /[.,;:!?]+$/;

/** The mail with its links marked. */
export async function withLinkMarks<M extends { addressId: string; text: string; html: string | null }>(
  mail: M,
): Promise<M> {
  if (!marksOf || !/https?:\/\//i.test(mail.html ?? mail.text)) return mail;
  const mark = await marksOf(mail.addressId);
  return mark ? { ...mail, text: inText(mail.text, mark), html: mail.html && inHtml(mail.html, mark) } : mail;
}

export const inText = (text: string, mark: MarkLink): string =>
  text.replaceAll(PLAIN, (found) => {
    const end = PUNCTUATION.exec(found)?.[0] ?? '';
    return mark(found.slice(0, found.length - end.length)) + end;
  });

export const inHtml = (html: string, mark: MarkLink): string =>
  html.replaceAll(HREF, (_all, before: string, quoted: string) => {
    const url = quoted.slice(1, -1).replaceAll('&amp;', '&');
    const marked = mark(url);
    return marked === url ? before + quoted : `${before}"${marked.replaceAll('&', '&amp;').replaceAll('"', '%22')}"`;
  });
