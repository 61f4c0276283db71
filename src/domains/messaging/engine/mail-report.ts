/** Reads delivery status notifications (RFC 3464) and feedback reports (RFC 5965) from a raw message. */

export type MailReport =
  | {
      kind: 'bounce';
      recipients: { address: string; status: string; isPermanent: boolean; text: string }[];
      messageId: string;
    }
  | { kind: 'delay' }
  | { kind: 'complaint'; address: string; messageId: string }
  | { kind: 'other' };

type Fields = Map<string, string>;

/** Header fields up to the first blank line; folded lines are joined, names are in lower case, the first of a name counts. */
function fieldsOf(text: string): Fields {
  const head = text.replace(/\r\n?/g, '\n').split('\n\n', 1)[0]!;
  const fields: Fields = new Map();
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name, value] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? [];
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim());
  }
  return fields;
}

const parameter = (header: string, name: string) =>
  new RegExp(`${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header)?.slice(1).find(Boolean);

interface Part {
  type: string;
  body: string;
}

function decoded(base64: string): string {
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/[^A-Za-z0-9+/=]/g, '')), (sign) => sign.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}

function partsOf(raw: string, boundary: string): Part[] {
  return raw
    .replace(/\r\n?/g, '\n')
    .split(`\n--${boundary}`)
    .slice(1)
    .filter((part) => !part.startsWith('--'))
    .map((part) => {
      const text = part.replace(/^[ \t]*\n/, '');
      const fields = fieldsOf(text);
      const body = text.slice(text.indexOf('\n\n') + 2);
      const isBase64 = /base64/i.test(fields.get('content-transfer-encoding') ?? '');
      return {
        type: (fields.get('content-type') ?? 'text/plain').split(';', 1)[0]!.trim().toLowerCase(),
        body: isBase64 ? decoded(body) : body,
      };
    });
}

const mailbox = (field: string | undefined) =>
  (field ?? '')
    .replace(/^rfc822\s*;\s*/i, '')
    .replace(/^.*<([^<>]+)>.*$/, '$1')
    .trim()
    .toLowerCase();
const idOf = (field: string | undefined) => (field ?? '').replace(/^\s*<?([^<>\s]*)>?.*$/, '$1');

/** Text that is none of these is `other`; it never throws. */
export function readMailReport(raw: string): MailReport {
  const contentType = fieldsOf(raw).get('content-type') ?? '';
  const boundary = parameter(contentType, 'boundary');
  if (!/^multipart\/report/i.test(contentType) || !boundary) return { kind: 'other' };
  const parts = partsOf(raw, boundary);
  const returned = parts.find(({ type }) => type === 'message/rfc822' || type === 'text/rfc822-headers');
  const original = fieldsOf(returned?.body ?? '');
  const messageId = idOf(original.get('message-id'));
  const status = parts.find(
    ({ type }) => type === 'message/delivery-status' || type === 'message/global-delivery-status',
  );
  if (status) return bounceOf(status.body, messageId);
  const feedback = parts.find(({ type }) => type === 'message/feedback-report');
  if (!feedback) return { kind: 'other' };
  const fields = fieldsOf(feedback.body.trimStart());
  const address = mailbox(fields.get('original-rcpt-to')) || mailbox(original.get('to'));
  return address || messageId ? { kind: 'complaint', address, messageId } : { kind: 'other' };
}

function bounceOf(body: string, messageId: string): MailReport {
  // The first block is about the message, each further one about a recipient.
  const blocks = body
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n[ \t]*\n/)
    .map((block) => fieldsOf(block));
  const recipients = blocks
    .filter((fields) => fields.has('final-recipient') || fields.has('original-recipient'))
    .filter((fields) => /^failed\b/i.test(fields.get('action') ?? ''))
    .map((fields) => {
      const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '';
      return {
        address: mailbox(fields.get('original-recipient')) || mailbox(fields.get('final-recipient')),
        status,
        isPermanent: status.startsWith('5'),
        text: (fields.get('diagnostic-code') ?? '').replace(/^smtp\s*;\s*/i, '').slice(0, 300),
      };
    });
  return recipients.length > 0 ? { kind: 'bounce', recipients, messageId } : { kind: 'delay' };
}
