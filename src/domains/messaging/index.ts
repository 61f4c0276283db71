/** What other domains' servers and the entry points use to say something to somebody outside. */
export { normalizeAddress, requireAddress } from './server/addresses.ts';
export { senderAddress } from './server/compose.ts';
export { recordConsent, suppressionOf } from './server/consent.ts';
export { people, type Person, usePeople } from './server/people.ts';
export { keepMessage, type OutgoingMessage, sendMessage } from './server/send.ts';
