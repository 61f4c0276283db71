/** The manifest of a domain's browser half. It is part of the first load: keep what pages need behind `import()`. */
import type { Page } from './router/page.ts';
import type { PaletteLoader } from './shell/commands.ts';
import type { SlotPart } from './slots.ts';

export interface WebDomain {
  /** Name of the domain's folder. */
  name: string;
  pages?: readonly Page[];
  /** Parts that the domain puts into slots of the shell and of domains below it. */
  slots?: readonly SlotPart[];
  /** Actions, search, and keywords for the command palette. */
  palette?: PaletteLoader;
  /**
   * API paths whose answers, and those beneath them, are stored for a day and shown without a connection. No secrets
   * (`kept-reads.ts` checks again), no files, nothing of sign-in.
   */
  offlineReads?: readonly `/api/${string}`[];
}

/** Declares a domain's browser half. */
export const defineWebDomain = (domain: WebDomain): WebDomain => domain;
