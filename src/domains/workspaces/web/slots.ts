import { defineSlot } from '../../../web/slots.ts';

/** The import of the first contacts, at the end of a registration. */
export const FIRST_IMPORT = defineSlot<{
  /** Called when a file was chosen, before its page opens. */
  beforeMapping?: () => Promise<void>;
}>('registration.import');
