/** Random numbers that can be repeated: the same seed gives the same simulation on every machine. */

/** Source of numbers evenly spread in [0, 1). */
export type Random = () => number;

/** sfc32 (Chris Doty-Humphrey, PractRand): 128 bits of state, passes BigCrush; seeded through splitmix32. */
export function seeded(seed: number): Random {
  let mixer = seed >>> 0;
  const next = (): number => {
    mixer = (mixer + 0x9e3779b9) >>> 0;
    let z = mixer;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
  let [a, b, c, counter] = [next(), next(), next(), 1];
  const random = (): number => {
    const t = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let warmUp = 0; warmUp < 12; warmUp++) random();
  return random;
}

/**
 * Student's t with `freedom` degrees, scaled to variance one: fat tails at the same volatility. Polar method of Bailey,
 * “Polar Generation of Random Variates with the t-Distribution”, Math. Comp. 62 (1994). Freedom must be above two.
 */
export function studentT(random: Random, freedom: number): () => number {
  if (!(freedom > 2)) throw new RangeError('Below three degrees of freedom there is no variance to scale to.');
  const scale = Math.sqrt((freedom - 2) / freedom);
  const power = -2 / freedom;
  return () => {
    for (;;) {
      const u = 2 * random() - 1;
      const v = 2 * random() - 1;
      const w = u * u + v * v;
      if (w > 0 && w <= 1) return scale * u * Math.sqrt((freedom * (w ** power - 1)) / w);
    }
  };
}
