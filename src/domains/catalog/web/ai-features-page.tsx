import { CatalogPage } from './catalog-page.tsx';

/** What works with language models, at /ai-features. */
export default function AiFeaturesPage() {
  return (
    <CatalogPage title="AI features" intro="Features that use AI, and what each one needs." filter={({ ai }) => ai} />
  );
}
