import { CatalogPage } from './catalog-page.tsx';

/** Apps, connectors, and ways in for other systems, at /app-store. */
export default function AppStorePage() {
  return (
    <CatalogPage
      title="App store"
      intro="What this workspace has and can have, what each app needs, and what it may do."
      filter={() => true}
    />
  );
}
