import { page } from '../../../web/router/page.ts';

export const diagnosticsPages = [
  page('/debug-auth', { title: 'Debug: sign-in', guard: 'public', load: () => import('./debug-auth-page.tsx') }),
  page('/debug-login', { title: 'Debug: login', guard: 'public', load: () => import('./debug-login-page.tsx') }),
  page('/debug/login', {
    title: 'Debug: login',
    guard: 'public',
    shell: true,
    load: () => import('./debug-login-page.tsx'),
  }),
  page('/plaid-debug', { title: 'Debug: bank link', guard: 'public', load: () => import('./plaid-debug-page.tsx') }),
  page('/example-paywall', {
    title: 'Example paywall',
    guard: 'public',
    load: () => import('./example-paywall-page.tsx'),
  }),
  page('/test', { title: 'Test page', guard: 'public', load: () => import('./test-page.tsx') }),
];
