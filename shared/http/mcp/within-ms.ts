/** What the work gives, or undefined after so many milliseconds. The work continues. */
export async function withinMs<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}
