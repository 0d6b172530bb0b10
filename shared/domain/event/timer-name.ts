/** `<name>-r1`, then `<name>-r2`. Step Functions reserves a name for 90 days, so a start repeats nothing. */
export function restartNames(failed: readonly string[]): Map<string, string> {
  const restarts = new Map<string, number>();
  for (const each of failed) {
    const [, name = "", restart = "0"] = /^(.*?)(?:-r(\d+))?$/.exec(each) ?? [];
    restarts.set(name, Math.max(restarts.get(name) ?? 0, Number(restart)));
  }
  return new Map([...restarts].map(([name, last]) => [name, `${name}-r${last + 1}`]));
}
