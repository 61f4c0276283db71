/**
 * Properties use the same values in every run, so that a failure comes from the change and not from luck.
 * `PROPERTY_SEED=random` looks for new counterexamples, `PROPERTY_SEED=<number>` repeats such a run; `PROPERTY_RUNS`
 * sets more values than fast-check's hundred.
 */
import fc from 'fast-check';

const { PROPERTY_SEED: wanted, PROPERTY_RUNS: runs } = process.env;
const seed = wanted === 'random' ? Date.now() % 2 ** 31 : Number(wanted ?? 20_260_101);

fc.configureGlobal({ seed, ...(runs && { numRuns: Number(runs) }) });
