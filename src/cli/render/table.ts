import stringWidth from 'string-width';

/** Columns as wide as their widest cell; the last one is left ragged. */
export function table(rows: readonly (readonly string[])[], gap = '  '): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)),
      )
      .join(gap)
      .trimEnd(),
  );
}
