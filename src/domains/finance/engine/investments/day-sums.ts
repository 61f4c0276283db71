/**
 * Amounts added up by day. What a double holds exactly as a whole number (of cents, say) is added as such, a hundred
 * times quicker than decimals are; what it does not hold is added as a decimal. The sums are exact either way.
 */
import { Decimal, ZERO } from '../../../../kernel/money/index.ts';

/** Amounts with the same number of digits after the point, as whole numbers. */
interface Lane {
  units: Float64Array;
  /** All amounts so far, signs left out: no sum of any of them can be larger. */
  most: number;
}

/** Half of what a double counts exactly to, so that `most` may itself be off by a little. */
const MAX_UNITS = 2 ** 52;

export class DaySums {
  readonly #days: number;
  readonly #lanes = new Map<number, Lane>();
  readonly #others = new Map<number, Decimal>();

  constructor(days: number) {
    this.#days = days;
  }

  add(day: number, amount: Decimal): void {
    const { units } = amount;
    if (Number.isNaN(units)) this.#others.set(day, (this.#others.get(day) ?? ZERO).plus(amount));
    else this.addUnits(day, units, amount.places);
  }

  /** Adds `units` × 10^−`places`, a whole number that is exact. */
  addUnits(day: number, units: number, places: number): void {
    const lane = this.#lane(places);
    const most = lane.most + Math.abs(units);
    if (most > MAX_UNITS) this.#others.set(day, (this.#others.get(day) ?? ZERO).plus(Decimal.fromUnits(units, places)));
    else {
      lane.most = most;
      lane.units[day]! += units;
    }
  }

  addAll(other: DaySums): void {
    for (const [places, { units, most }] of other.#lanes) {
      const lane = this.#lane(places);
      if (lane.most + most <= MAX_UNITS) {
        lane.most += most;
        for (let day = 0; day < this.#days; day++) lane.units[day]! += units[day]!;
      } else units.forEach((amount, day) => this.addUnits(day, amount, places));
    }
    for (const [day, amount] of other.#others) this.add(day, amount);
  }

  #lane(places: number): Lane {
    const known = this.#lanes.get(places);
    if (known) return known;
    const made = { units: new Float64Array(this.#days), most: 0 };
    this.#lanes.set(places, made);
    return made;
  }

  /** Amounts added on each day. */
  amounts(): Decimal[] {
    return Array.from({ length: this.#days }, (_, day) => {
      let sum = this.#others.get(day) ?? ZERO;
      for (const [places, { units }] of this.#lanes)
        if (units[day] !== 0) sum = sum.plus(Decimal.fromUnits(units[day]!, places));
      return sum;
    });
  }

  /** Running totals by day. */
  running(): Decimal[] {
    const sofar = [...this.#lanes].map(([places, { units }]) => ({ places, units, sum: 0 }));
    let others = ZERO;
    return Array.from({ length: this.#days }, (_, day) => {
      others = others.plus(this.#others.get(day) ?? ZERO);
      let all = others;
      for (const lane of sofar) {
        lane.sum += lane.units[day]!;
        if (lane.sum !== 0) all = all.plus(Decimal.fromUnits(lane.sum, lane.places));
      }
      return all;
    });
  }
}
