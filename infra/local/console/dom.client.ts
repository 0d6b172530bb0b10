type Child = Node | string | undefined | false;
type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

/** An element. Texts become text nodes, so no stored text becomes HTML. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (typeof value === "string") element.setAttribute(name, value);
    else if (value) element.setAttribute(name, "");
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

export function byId<K extends keyof HTMLElementTagNameMap>(id: string, tag: K): HTMLElementTagNameMap[K] {
  const element = document.getElementById(id);
  if (element?.localName !== tag) throw new Error(`The page has no ${tag} ${id}`);
  return element as HTMLElementTagNameMap[K];
}

/** Shows what an action did, and reads it to users of screen readers. */
export const report = (text: string): void => {
  byId("status", "p").textContent = text;
};

export async function callLocal<T>(path: string, method = "GET", json?: unknown): Promise<T> {
  const reply = await fetch(`/_local/${path}`, {
    method,
    ...(json !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(json),
    }),
  });
  const body = await reply.json();
  if (!reply.ok) throw new Error(body.message ?? `${path} answered ${reply.status}`);
  return body as T;
}

/** A button whose action runs once at a time, and whose failure is shown. */
export function actionButton(text: string, act: () => Promise<string>): HTMLButtonElement {
  const button = el("button", { type: "button" }, text);
  button.addEventListener("click", () => void run(button, act));
  return button;
}

export async function run(button: HTMLButtonElement, act: () => Promise<string>): Promise<void> {
  button.disabled = true;
  try {
    report(await act());
  } catch (error) {
    report((error as Error).message);
  }
  button.disabled = false;
}

export const timeOf = (at: string): HTMLTimeElement =>
  el("time", { datetime: at, title: at }, at.slice(11, 19));

/** A text with the middle of each long id left out. Its title has the whole text. */
export const whatOf = (text: string): HTMLSpanElement =>
  el(
    "span",
    { class: "what", title: text },
    text.replaceAll(/([0-9a-z]{5})[0-9a-z]{12,}([0-9a-z]{5})/g, "$1…$2"),
  );

/** Logical ids end in eight characters of CDK's hash. */
export const shortId = (id: string): string => id.replace(/[0-9A-F]{8}$/, "");
