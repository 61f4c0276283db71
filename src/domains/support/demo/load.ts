/** Example data: conversations with the team, and prepared answers. */
import { loadSupport } from './load-support.ts';

export const loadInstallation = (): Promise<void> => loadSupport();
