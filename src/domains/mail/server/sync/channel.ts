/** Channel on which processes hear that something changed in a mailbox; the payload is its id. */
export const MAILBOX_CHANNEL = 'gauntlet_mailbox';
