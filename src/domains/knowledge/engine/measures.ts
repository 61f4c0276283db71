/** How good a ranking is, against what people judged. */

/** Judged passages with their grade; above 0 counts as relevant. */
export type Judgements = ReadonlyMap<string, number>;

const gain = (grade: number, position: number) => (2 ** grade - 1) / Math.log2(position + 2);

/** Normalized discounted cumulative gain of the first `k` (Järvelin and Kekäläinen, 2002; gains 2^grade − 1). */
export function ndcg(ranking: readonly string[], judgements: Judgements, k: number): number {
  const got = ranking.slice(0, k).reduce((sum, id, at) => sum + gain(judgements.get(id) ?? 0, at), 0);
  const ideal = [...judgements.values()]
    .sort((a, z) => z - a)
    .slice(0, k)
    .reduce((sum, grade, at) => sum + gain(grade, at), 0);
  return ideal > 0 ? got / ideal : 0;
}

/** Share of the relevant ones among the first `k`. */
export function recall(ranking: readonly string[], judgements: Judgements, k: number): number {
  const relevant = [...judgements].filter(([, grade]) => grade > 0).length;
  const found = ranking.slice(0, k).filter((id) => (judgements.get(id) ?? 0) > 0).length;
  return relevant > 0 ? found / relevant : 0;
}

/** One divided by the place of the first relevant one; 0 where none is. */
export function reciprocalRank(ranking: readonly string[], judgements: Judgements): number {
  const at = ranking.findIndex((id) => (judgements.get(id) ?? 0) > 0);
  return at < 0 ? 0 : 1 / (at + 1);
}
