import { find } from "./find.client.ts";

/**
 * Sends the form by script, and ignores a submission while another one runs. The button gets `aria-disabled`,
 * because `disabled` would take the focus away from it. `send` may replace the button.
 */
export function onSubmit(form: HTMLFormElement, send: () => Promise<void>): void {
  const setBusy = (busy: boolean) => find("button", form).setAttribute("aria-disabled", String(busy));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.querySelector("[aria-disabled=true]")) return;
    setBusy(true);
    await send();
    setBusy(false);
  });
}
