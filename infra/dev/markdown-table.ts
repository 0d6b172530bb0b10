export function markdownTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...body].map((cells) => cells[i]?.length ?? 0)));
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...body]
    .map((cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`)
    .join("\n");
}
