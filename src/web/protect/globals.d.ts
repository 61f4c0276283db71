/** Written in by the build: see scripts/web/protection.ts. */

/** Name of the build. */
declare const __BUILD__: string;
/** The key that the build's list of files is signed with: ECDSA P-256, raw, base64. */
declare const __PUBLIC_KEY__: string;
