export const findAll = (selector: string, within: ParentNode = document) =>
  within.querySelectorAll<HTMLElement>(selector);

export function find<E extends Element = HTMLElement>(
  selector: string,
  within: ParentNode | null = document,
): E {
  const found = within?.querySelector<E>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}
