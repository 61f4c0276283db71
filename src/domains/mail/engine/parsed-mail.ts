/** Stored data of an email. */
export interface MailPerson {
  name: string;
  /** Lower case; blank in groups such as "undisclosed recipients". */
  address: string;
}

export interface ParsedAttachment {
  name: string;
  /** As the letter says; what it is by its bytes is decided where it is stored. */
  type: string;
  /** Content-ID without brackets. */
  contentId: string;
  isInline: boolean;
  content: Uint8Array;
}

export interface ParsedMail {
  /** Message-ID without brackets; a hash of the head where there is none. */
  key: string;
  inReplyTo: string;
  /** Message-IDs of the messages before it, oldest first, without the one it answers where that is named apart. */
  references: string[];
  subject: string;
  from: MailPerson;
  to: MailPerson[];
  cc: MailPerson[];
  bcc: MailPerson[];
  replyTo: MailPerson[];
  /** Instant. */
  at: string;
  text: string;
  html: string | null;
  snippet: string;
  attachments: ParsedAttachment[];
  /** `https:` link, or else `mailto:` link of List-Unsubscribe; blank without one. */
  unsubscribe: string;
  unsubscribeOneClick: boolean;
  listId: string;
  /** Written by a program: an automatic reply, a list, a report. */
  isAutomatic: boolean;
  /**
   * `damaged`: it could not be read as mail, and its text is shown as it came. `cut`: it is too large. Of letters sent
   * here: `kept` for one that stayed here, `refused` where the server refused some recipients.
   */
  remark: '' | 'damaged' | 'cut' | 'kept' | 'refused';
}
