export const BENCHMARKS = '/api/benchmarks';
export const COUNCILS = '/api/councils';
