const [WIDTH, HEIGHT] = [96, 24];

/** A small picture of how something went; its figures stand in the vendor's table. */
export function Spark({ label, values }: { label: string; values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      {/* oxlint-disable-next-line react/no-array-index-key -- months have no names here */}
      {values.map((value, at) => (
        <rect
          key={at}
          x={at * step}
          width={Math.max(1, step - 2)}
          y={HEIGHT - (value / most) * HEIGHT}
          height={(value / most) * HEIGHT}
          className="fill-chart-1"
        />
      ))}
    </svg>
  );
}
