/** Inserted by the build: see scripts/web/protection.ts. */

/** Name of the build. */
declare const __BUILD__: string;
/** The key that signs the build's list of files: ECDSA P-256, raw, base64. */
declare const __PUBLIC_KEY__: string;
