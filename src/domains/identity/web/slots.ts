import { defineSlot } from '../../../web/slots.ts';

/** Panels of the settings page that other domains bring, by the name of their tab. */
export const SETTINGS_PANELS = defineSlot<object>('settings.panels');
