/** Addresses that show the page of another address, or lead to it. They follow from the specification, section 2. */
import type { Page, Redirect } from './page.ts';

export interface Alias {
  path: Page['path'];
  /** Address whose page is shown. */
  sameAs: Page['path'];
  /** Its own name, by which the command palette finds the page. */
  title: string;
}

export const ALIASES: readonly Alias[] = (
  [
    ['/auth', '/login', 'Sign in'],
    ['/enhanced-register', '/registration-wizard', 'Register your business'],
    ['/debug/login', '/debug-login', 'Debug: login'],
    ['/', '/dashboard', 'Dashboard'],
    ['/automation-approval', '/lead-approval', 'Automation approval'],
    ['/luxury-travel', '/high-net-worth', 'Luxury travel'],
    ['/brand-management', '/business-license-management', 'Brand management'],
    ['/brand-voice', '/brand-voice-management', 'Brand voice'],
  ] as const
).map(([path, sameAs, title]) => ({ path, sameAs, title }));

export const REDIRECTS: readonly Redirect[] = [{ path: '/setup-wizard', to: '/register' }];
