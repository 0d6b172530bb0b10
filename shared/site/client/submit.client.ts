import { find } from "../../pages/client/find.client.ts";

/** Ignores a submission while one runs. `aria-disabled`, because `disabled` takes the focus away. */
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
