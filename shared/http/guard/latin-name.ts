/** A name in Latin letters. The table of all scripts is large, and most names need none of it. */
export async function latinName(name: string): Promise<string> {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "");
  return /^\p{ASCII}*$/u.test(plain) ? plain : (await import("any-ascii")).default(name);
}
