import { CatalogPage } from './catalog-page.tsx';

/** Features that use language models, at /ai-features. */
export default function AiFeaturesPage() {
  return (
    <CatalogPage title="AI features" intro="Features that use AI, and what each one needs." filter={({ ai }) => ai} />
  );
}
