/** Position changes that move a field. Positions may repeat or have gaps; afterwards they are consecutive. */
export function placesAfter<Field extends { position: number }>(
  fields: readonly Field[],
  from: number,
  to: number,
): { field: Field; position: number }[] {
  const moved = fields.toSpliced(from, 1).toSpliced(to, 0, fields[from]!);
  return moved.flatMap((field, position) => (field.position === position ? [] : [{ field, position }]));
}
