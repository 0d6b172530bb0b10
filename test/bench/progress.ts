/** One line that rewrites itself on a terminal, and a line each elsewhere. */
export function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
}

export function progressDone(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
}
