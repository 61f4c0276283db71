/** Documents as they are stored and read: checked, so that what is rendered is what the schema knows. */
import { FunnelDocument } from '../contract/document.ts';

/** A stored document; fields that came later get their defaults. @throws where it is damaged */
export const readDocument = (stored: unknown): FunnelDocument => FunnelDocument.parse(stored);
