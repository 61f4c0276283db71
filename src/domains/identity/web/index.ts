/** The parts of identity that other domains' pages may use. */
export { toastEntryFailure, useEnter } from './enter-app.ts';
export { Entrance, textLink } from './entrance.tsx';
export {
  countryOptions,
  currencyOptions,
  guessCountry,
  guessCurrency,
  guessTimeZone,
  timeZoneOptions,
} from './locale-guess.ts';
export { PasswordDialog } from './password-dialog.tsx';
export { PasswordField } from './password-field.tsx';
export { CopyBox } from './settings/copy-box.tsx';
export { Loaded } from './settings/load-state.tsx';
export { Panel } from './settings/panel.tsx';
export { RowSkeletons } from './settings/row-skeletons.tsx';
export { StrengthMeter } from './settings/strength-meter.tsx';
