/** Takes what a check found from the page that answers it, and shows it in the dialog that is open. */
export async function checkInPlace(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const action = form.getAttribute("action") ?? "";
  const typed = new FormData(form, button);
  const body = new URLSearchParams(typed as unknown as Record<string, string>);
  const answer = await fetch(action, { method: "POST", body }).catch(() => undefined);
  const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
  const shown = page.querySelector<HTMLFormElement>(`form[action="${action}"]`);
  const found = page.querySelector<HTMLElement>("[data-check], [data-mistakes]");
  if (!shown || !found) return sendPlainly(form, button);
  // No page repeats a secret.
  for (const field of shown.elements as Iterable<HTMLInputElement>)
    field.value ||= String(typed.get(field.name) ?? "");
  shown.querySelector("button[type=submit]")?.before(found);
  shown.append(...form.querySelectorAll("[popovertarget]"));
  form.replaceWith(shown);
  found.focus();
}

/** As without a script: the answer is another page, such as that of a new sign-in. */
function sendPlainly(form: HTMLFormElement, button: HTMLButtonElement): void {
  button.dataset.plain = "yes";
  setTimeout(() => form.requestSubmit(button));
}
