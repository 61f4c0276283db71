import { defineConfig } from 'drizzle-kit';

// `npx drizzle-kit export` prints the tables' DDL, to begin a migration with; the migrations themselves are plain SQL.
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/domains/*/server/tables.ts', './src/server/*/tables.ts'],
});
