import { version } from '../../../package.json';

/** Version label of header and sidebar, for example `v1.8.2`. */
export const VERSION_LABEL = `v${version}`;
