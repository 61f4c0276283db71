/** Predictions with honest intervals. */
export {
  type AssetAssumption,
  BANDS,
  mixOf,
  type PlannedFlow,
  type Probability,
  simulate,
  type SimulatedYear,
  type Simulation,
  type SimulationInput,
} from './monte-carlo.ts';
export { seeded, studentT } from './random.ts';
