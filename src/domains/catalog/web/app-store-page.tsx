import { CatalogPage } from './catalog-page.tsx';

/** Apps, connectors, and ways in for other systems, at /app-store. */
export default function AppStorePage() {
  return (
    <CatalogPage
      title="App store"
      intro="Apps and connectors for this workspace, what each one needs, and what it can do."
      filter={() => true}
    />
  );
}
