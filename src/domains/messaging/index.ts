/** The parts of messaging that other domains' servers and the entry points use to message people. */
export { normalizeAddress, requireAddress } from './server/addresses.ts';
export { senderAddress } from './server/compose.ts';
export { recordConsent, suppressionOf } from './server/consent.ts';
export { useLinkMarks } from './server/link-marks.ts';
export { emailOfAddress } from './server/links.ts';
export { pauseMessages, resumeMessages, withdrawMessages } from './server/pause-messages.ts';
export { type AudienceFilter, people, type Person, usePeople } from './server/people.ts';
export { keepMessage, type OutgoingMessage, planMessages, sendMessage } from './server/send.ts';
export { readSettings as messageSettings } from './server/settings.ts';
