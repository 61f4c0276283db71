/** An SVG text as the address of an image, for an img element. */
export function svgImage(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** `JBSWY3DPEHPK` → "JBSW Y3DP EHPK": easier to type from the screen; apps ignore the spaces. */
export function inFours(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}

/** The text of a file with recovery codes. `host` names the installation that they belong to. */
export function recoveryFile(codes: readonly string[], host: string, account: string): string {
  return [
    `Recovery codes for ${account} at ${host}`,
    'Each code works once, in place of the code from your phone.',
    '',
    ...codes,
    '',
  ].join('\n');
}
