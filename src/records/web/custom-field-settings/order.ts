/**
 * What has to be written so that the field at one place stands at another. Positions may be the same for two, or have
 * gaps: afterwards each is its place.
 */
export function placesAfter<Field extends { position: number }>(
  fields: readonly Field[],
  from: number,
  to: number,
): { field: Field; position: number }[] {
  const moved = fields.toSpliced(from, 1).toSpliced(to, 0, fields[from]!);
  return moved.flatMap((field, position) => (field.position === position ? [] : [{ field, position }]));
}
