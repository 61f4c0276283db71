/** Pages for debugging. */
import { defineWebDomain } from '../../web/domain.ts';
import { page } from '../../web/router/page.ts';

export const diagnosticsDomain = defineWebDomain({
  name: 'diagnostics',
  pages: [
    page('/debug-auth', { title: 'Debug: sign-in', guard: 'public', load: () => import('./web/debug-auth-page.tsx') }),
    page('/debug-login', { title: 'Debug: login', guard: 'public', load: () => import('./web/debug-login-page.tsx') }),
    page('/debug/login', {
      title: 'Debug: login',
      guard: 'public',
      shell: true,
      load: () => import('./web/debug-login-page.tsx'),
    }),
    page('/plaid-debug', {
      title: 'Debug: bank link',
      guard: 'public',
      load: () => import('./web/plaid-debug-page.tsx'),
    }),
    page('/example-paywall', {
      title: 'Example paywall',
      guard: 'public',
      load: () => import('./web/example-paywall-page.tsx'),
    }),
    page('/test', { title: 'Test page', guard: 'public', load: () => import('./web/test-page.tsx') }),
  ],
});
