/** What other domains' servers and the entry points use to say something to somebody outside. */
export { type NewConsentEvent, recordConsent } from './server/consent.ts';
export { type TextSender, useTextSender } from './server/compose.ts';
export { receiveText } from './server/inbound.ts';
export { type PeopleSource, type Person, usePeople } from './server/people.ts';
export { messageStates, type OutgoingMessage, planMessages, sendMessage, type SendResult } from './server/send.ts';
