import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkPlan } from './scripts/web/chunk-plan.ts';
import { lightContracts } from './scripts/web/light-contracts.ts';
import { lightIcons } from './scripts/web/light-icons.ts';
import { pageFiles } from './scripts/web/page-files.ts';
import { pageTable } from './scripts/web/page-table.ts';
import { shortPasswordList } from './scripts/web/short-password-list.ts';
import { whiteboardCanvas } from './scripts/web/whiteboard-canvas.ts';

/**
 * Address of the API in `npm run dev`; the browser uses one origin in development too, so cookies behave as in
 * production.
 */
const api = 'http://127.0.0.1:5000';

const table = pageTable();
const chunks = chunkPlan(table.pages);
const files = pageFiles(table.pages);

export default defineConfig({
  root: 'src',
  publicDir: 'web/public',
  plugins: [
    react(),
    tailwindcss(),
    lightContracts(),
    lightIcons(),
    shortPasswordList(),
    whiteboardCanvas(),
    table.plugin,
    chunks.plugin,
    files.plugin,
  ],
  // The server replaces this literal in index.html with each response's nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': { target: api }, '/ws': { target: api, ws: true } } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2023',
    modulePreload: { polyfill: false, resolveDependencies: files.preloads },
    // The entry names every file: short names save half a kilobyte, and a group's number means nothing beside the hash.
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.replace(/\d+$/, '')}-[hash:7].js`,
        codeSplitting: { groups: chunks.groups },
      },
    },
  },
});
