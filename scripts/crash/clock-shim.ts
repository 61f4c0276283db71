/** Loaded into the server with `--import`: its clock is off by the number of milliseconds in the file CLOCK_FILE. */
import { readFileSync } from 'node:fs';

const RealDate = Date;
const file = process.env.CLOCK_FILE!;
const READ_EVERY = 100;
let offset = 0;

function read(): void {
  offset = Number(readFileSync(file, 'utf8')) || 0;
}

class WrongDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() + offset] : given) as [number]));
  }

  static override now(): number {
    return RealDate.now() + offset;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value !== null && typeof value === 'object' && RealDate.prototype.isPrototypeOf(value);
  }
}

read();
setInterval(read, READ_EVERY).unref();
globalThis.Date = WrongDate as DateConstructor;
