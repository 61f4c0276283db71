/** Rejects absurdly nested bodies: walking them would overflow the stack, ours or the database's. */

/** Far more levels than any valid input has. */
export const MAX_LEVELS = 200;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Whether a JSON text has more levels than `MAX_LEVELS`; read character by character, without building anything. */
export function isTooDeep(json: string): boolean {
  if (json.length <= 2 * MAX_LEVELS) return false;
  let levels = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) {
      at = endOfText(json, at);
      if (at === -1) return false;
    } else if (sign === 0x5b || sign === 0x7b) {
      if (++levels > MAX_LEVELS) return true;
    } else if (sign === 0x5d || sign === 0x7d) levels--;
  }
  return false;
}

/** End of the string that begins at a quote; -1 where it is not closed. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}
