import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lightContracts } from './scripts/web/light-contracts.ts';
import { shellPreloads } from './scripts/web/shell-preloads.ts';
import { shortPasswordList } from './scripts/web/short-password-list.ts';

/** Where `npm run dev` starts the API; the browser talks to one origin in development too, so cookies behave as in production. */
const api = 'http://127.0.0.1:5000';

const preloads = shellPreloads();

export default defineConfig({
  root: 'src',
  publicDir: 'web/public',
  plugins: [react(), tailwindcss(), lightContracts(), shortPasswordList(), preloads.plugin],
  // The server replaces this literal in index.html with the nonce of each response.
  html: { cspNonce: '__CSP_NONCE__' },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: api }, '/ws': { target: api, ws: true } },
  },
  build: {
    outDir: '../dist/web', emptyOutDir: true, manifest: true, sourcemap: false, target: 'es2023',
    modulePreload: { resolveDependencies: preloads.withoutShell },
    // Icons that many pages share travel in one file: dozens of tiny ones cost more in round trips than they save.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'icons', test: /node_modules\/lucide-react\/.*icons/, minShareCount: 14 },
          ],
        },
      },
    },
  },
});
