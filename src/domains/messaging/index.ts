/** What other domains' servers and the entry points use to say something to somebody outside. */
export { normalizeAddress, requireAddress } from './server/addresses.ts';
export { senderAddress } from './server/compose.ts';
export { recordConsent, suppressionOf } from './server/consent.ts';
export { pauseMessages, resumeMessages, withdrawMessages } from './server/held-back.ts';
export { type AudienceFilter, people, type Person, usePeople } from './server/people.ts';
export { keepMessage, type OutgoingMessage, planMessages, sendMessage } from './server/send.ts';
export { readSettings as messageSettings } from './server/settings.ts';
