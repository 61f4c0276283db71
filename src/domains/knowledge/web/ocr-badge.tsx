import { Badge } from '../../../web/ui/badge.tsx';

/** Less sure than that, 0 to 1, a page may hold wrong letters. */
const UNSURE = 0.7;

/** Says that a page was read by OCR, and how sure that is. */
export function OcrBadge({ certainty }: { certainty: number }) {
  return certainty < UNSURE ? (
    <Badge tone="warning">Read by OCR, unsure</Badge>
  ) : (
    <Badge tone="info">Read by OCR</Badge>
  );
}
