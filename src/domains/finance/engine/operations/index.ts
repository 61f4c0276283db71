export { type Anomaly, type AnomalyKind, findAnomalies } from './anomalies.ts';
export { type MonthMoves, runwayOf, type Runway, type RunwayWindow, windowOf } from './runway.ts';
export { type VendorFigures, vendorFigures } from './vendors.ts';
