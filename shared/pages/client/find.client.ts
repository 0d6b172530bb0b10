export const findAll = (selector: string, within: ParentNode = document) =>
  within.querySelectorAll<HTMLElement>(selector);

export function find<E extends Element = HTMLElement>(
  selector: string,
  within: ParentNode | null = document,
): E {
  const element = within?.querySelector<E>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
}
