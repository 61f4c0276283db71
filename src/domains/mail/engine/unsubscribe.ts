/** Ways out of a mailing list (RFC 2369, RFC 8058). */

export interface UnsubscribeEmail {
  address: string;
  subject: string;
  text: string;
}

const ADDRESS = /^[^\s<>()[\],;:\\"@]{1,64}@[^\s@<>,;"?&]{1,190}$/;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\0-\x1f\x7f]+/g;

/** The email that a `mailto:` link asks for; undefined for what is no address. Other headers of the link are left out. */
export function unsubscribeEmail(link: string): UnsubscribeEmail | undefined {
  if (!/^mailto:/i.test(link)) return undefined;
  try {
    const [path = '', query = ''] = link.slice(7).split('?', 2);
    const address = decodeURIComponent(path).trim().toLowerCase();
    if (!ADDRESS.test(address)) return undefined;
    const values = new URLSearchParams(query.replaceAll('+', '%2B'));
    const line = (name: string) => (values.get(name) ?? '').replace(CONTROL, ' ').trim().slice(0, 200);
    return { address, subject: line('subject') || 'unsubscribe', text: line('body') || 'unsubscribe' };
  } catch {
    return undefined;
  }
}
